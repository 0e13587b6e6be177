/**
 * Tool `git_remote_show`: remotes with the addresses that a fetch and a push really use, passwords masked.
 */
import { optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { maskAddresses } from './credentials.ts';
import { addressesOf, lines } from './remote-addresses.ts';
import { currentBranch, openRepository, type Repository } from './repository.ts';

/** Arguments: `repository`, `remote` (all). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const wanted = optionalText(args, 'remote');
  const names = (await lines(repository, ['remote'])).sort();
  if (wanted !== undefined && !names.includes(wanted)) {
    throw new ToolFailure(`there is no remote "${wanted}"; there are: ${names.join(', ') || 'none'}`, 'not_found');
  }
  const remotes: Json[] = [];
  for (const name of wanted === undefined ? names : [wanted]) remotes.push(await describe(repository, name));
  const branch = await currentBranch(repository);
  const [upstream = ''] =
    branch === null
      ? []
      : await lines(repository, ['for-each-ref', '--format=%(upstream:lstrip=2)', `refs/heads/${branch}`]);
  return { root: repository.root, remotes, branch, upstream: upstream === '' ? null : upstream };
}

async function describe(repository: Repository, name: string): Promise<Json> {
  const urls = await addressesOf(repository, name, 'fetch');
  const pushUrls = await addressesOf(repository, name, 'push');
  const prefix = `refs/remotes/${name}/`;
  const refs = await lines(repository, ['for-each-ref', '--format=%(refname) %(symref)', prefix]);
  const pointer = refs.find((ref) => ref.startsWith(`${prefix}HEAD `))?.split(' ')[1] ?? '';
  return {
    name,
    fetch_urls: urls.map(maskAddresses),
    push_urls: pushUrls.map(maskAddresses),
    branches: refs.filter((ref) => ref.endsWith(' ')).length,
    default_branch: pointer.startsWith(prefix) ? pointer.slice(prefix.length) : null,
  };
}
