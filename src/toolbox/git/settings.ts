/**
 * The git settings that a tool may change: those that hold data and never make git start another program. A list of
 * what is allowed, because a list of what is not would miss the setting that a later git adds.
 */

/** Section (and "*" for any subsection) → keys, all in lower case as git compares them. */
const ALLOWED: { readonly [section: string]: string } = {
  user: 'name email signingkey useconfigonly',
  author: 'name email',
  committer: 'name email',
  init: 'defaultbranch',
  core:
    'autocrlf eol safecrlf filemode ignorecase quotepath longpaths precomposeunicode symlinks compression abbrev ' +
    'bigfilethreshold whitespace logallrefupdates untrackedcache preloadindex trustctime checkstat commentchar excludesfile',
  pull: 'rebase ff octopus twohead',
  push: 'default autosetupremote followtags',
  fetch: 'prune prunetags parallel fsckobjects output',
  rebase: 'autostash autosquash updaterefs stat abbreviatecommands',
  merge: 'ff conflictstyle renames renamelimit stat log autostash',
  diff: 'renames renamelimit algorithm colormoved context interhunkcontext mnemonicprefix noprefix ignoresubmodules submodule',
  log: 'date decorate abbrevcommit follow showroot',
  status: 'branch short showuntrackedfiles renames submodulesummary aheadbehind',
  branch: 'autosetupmerge autosetuprebase sort',
  'branch.*': 'remote merge rebase description pushremote',
  remote: 'pushdefault',
  'remote.*': 'url pushurl fetch prune prunetags tagopt skipdefaultupdate proxy',
  'url.*': 'insteadof pushinsteadof',
  http: 'proxy sslverify sslcainfo sslcapath sslbackend postbuffer lowspeedlimit lowspeedtime version useragent followredirects',
  'http.*':
    'proxy sslverify sslcainfo sslcapath postbuffer lowspeedlimit lowspeedtime version useragent followredirects',
  https: 'proxy sslverify',
  credential: 'username usehttppath helper',
  'credential.*': 'username usehttppath helper',
  color: 'ui branch diff status interactive grep',
  commit: 'gpgsign verbose cleanup status',
  tag: 'sort gpgsign',
  gc: 'auto autopacklimit pruneexpire reflogexpire reflogexpireunreachable',
  maintenance: 'auto strategy',
  rerere: 'enabled autoupdate',
  stash: 'showpatch showstat showincludeuntracked',
  submodule: 'recurse fetchjobs',
  feature: 'manyfiles experimental',
  index: 'threads version skiphash',
  pack: 'threads windowmemory packsizelimit deltacachesize',
  grep: 'linenumber patterntype column',
  blame: 'ignorerevsfile date showemail showroot',
  i18n: 'commitencoding logoutputencoding',
  transfer: 'fsckobjects hiderefs',
  format: 'pretty signoff',
};

/** Helpers that come with git or an operating system; any other value is a program to start. */
export const HELPERS = /^(?:|store|cache(?: --timeout=\d{1,9})?|osxkeychain|manager|manager-core|libsecret|wincred)$/;

/** Why a setting is not changed; undefined when it may be. `value` undefined: it is taken away. */
export function refuseSetting(name: string, value: string | undefined): string | undefined {
  const first = name.indexOf('.');
  const last = name.lastIndexOf('.');
  if (first <= 0 || last === name.length - 1) return `"${name}" is not the name of a git setting`;
  const section = name.slice(0, first).toLowerCase();
  const key = name.slice(last + 1).toLowerCase();
  const keys = ALLOWED[first === last ? section : `${section}.*`]?.split(' ') ?? [];
  const known = section === 'advice' && first === last ? true : keys.includes(key);
  // Taking a setting away starts nothing.
  if (known && (key !== 'helper' || value === undefined || HELPERS.test(value))) return undefined;
  return `${name} can make git start other programs, or is not known to be harmless: set it by hand in a terminal`;
}
