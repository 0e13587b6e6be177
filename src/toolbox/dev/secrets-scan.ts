/**
 * Tool `dev_secrets_scan`: what looks like a secret in the files of a directory. An excerpt shows the kind and a few
 * characters, never the secret.
 */
import { basename, join } from 'node:path';
import { flag, optionalInteger } from '../arguments.ts';
import { namesSecret } from '../masking.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { projectDirectory } from './project.ts';
import { listSourceFiles, readSource } from './source-files.ts';

type Kind = { name: string; certainty: 'high' | 'medium'; pattern: RegExp };
type Finding = { file: string; line: number; kind: string; certainty: string; excerpt: string };

/** Forms that issuers give their secrets so that they can be found; the first group is the secret. */
const KINDS: readonly Kind[] = [
  { name: 'private_key', certainty: 'high', pattern: /(-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)/g },
  { name: 'aws_access_key', certainty: 'high', pattern: /(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Za-z0-9])/g },
  { name: 'github_token', certainty: 'high', pattern: /(?<!\w)(gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{60,255})/g },
  { name: 'gitlab_token', certainty: 'high', pattern: /(?<!\w)(glpat-[\w-]{20,100})/g },
  { name: 'slack_token', certainty: 'high', pattern: /(?<!\w)(xox[abprs]-[A-Za-z0-9-]{10,200})/g },
  { name: 'google_api_key', certainty: 'high', pattern: /(?<!\w)(AIza[\w-]{35})(?![\w-])/g },
  { name: 'stripe_key', certainty: 'high', pattern: /(?<!\w)((?:sk|rk)_live_[A-Za-z0-9]{20,200})/g },
  { name: 'npm_token', certainty: 'high', pattern: /(?<!\w)(npm_[A-Za-z0-9]{36})(?!\w)/g },
  { name: 'model_api_key', certainty: 'high', pattern: /(?<!\w)(sk-(?:ant-|proj-)?[\w-]{32,200})/g },
  { name: 'jwt', certainty: 'medium', pattern: /(?<!\w)(eyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10,1000})/g },
  {
    name: 'password_in_address',
    certainty: 'medium',
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"<>{}$]{1,100}:([^\s@'"<>{}$/]{3,200})@/g,
  },
];
/** A telling name, a sign of assignment, a literal. */
const ASSIGNED = /["']?([A-Za-z_][\w.-]{0,60})["']?\s{0,5}(?:=|:|=>)\s{0,5}["'`]([^"'`\s]{8,300})["'`]/g;
const ENV_LINE = /^(?:export\s+)?([A-Za-z_]\w{0,60})=([^\s"'#]{8,300})\s*$/g;
/** What people write where a secret would stand. */
const PLACEHOLDER =
  /example|sample|dummy|placeholder|your[_-]?|changeme|change_me|redacted|test|fake|x{4,}|\*{3,}|<[^>]*>|\$\{|\{\{|%\(|process\.env|^(.)\1+$/i;
const MAX_LINE = 5000;

/** Arguments: `directory` (current), `include_ignored`, `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = projectDirectory(args, io);
  const limit = optionalInteger(args, 'limit') ?? 200;
  const { files, truncated } = await listSourceFiles(directory, flag(args, 'include_ignored'));
  const findings: Finding[] = [];
  let scanned = 0;
  for (const file of files) {
    const text = readSource(join(directory, file));
    if (text === undefined) continue;
    scanned++;
    const dotenv = /^\.env/.test(basename(file)) && !/example|sample|template/.test(file);
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      if (line.length <= MAX_LINE)
        findings.push(...scanLine(line, dotenv).map((one) => ({ file, line: at + 1, ...one })));
    }
  }
  findings.sort((a, b) => (a.certainty === b.certainty ? 0 : a.certainty === 'high' ? -1 : 1));
  return {
    directory,
    findings: findings.slice(0, limit),
    total: findings.length,
    files_scanned: scanned,
    truncated: truncated || findings.length > limit,
  };
}

export function scanLine(line: string, dotenv: boolean): Omit<Finding, 'file' | 'line'>[] {
  const found: Omit<Finding, 'file' | 'line'>[] = [];
  for (const { name, certainty, pattern } of KINDS) {
    for (const [, secret = ''] of line.matchAll(pattern)) {
      if (certainty === 'medium' && PLACEHOLDER.test(secret)) continue;
      found.push({ kind: name, certainty, excerpt: mask(secret) });
    }
  }
  if (found.length > 0) return found;
  for (const pattern of dotenv ? [ASSIGNED, ENV_LINE] : [ASSIGNED]) {
    for (const [, name = '', value = ''] of line.matchAll(pattern)) {
      if (!namesSecret(name) || PLACEHOLDER.test(value) || PLACEHOLDER.test(name) || !isRandom(value)) continue;
      found.push({ kind: 'assigned_secret', certainty: 'medium', excerpt: `${name} = ${mask(value)}` });
    }
  }
  return found;
}

/** Words and paths have little variety; a secret has digits among letters, or much variety in its characters. */
function isRandom(value: string): boolean {
  if (/^[a-z]+\d?(?:[._/:-][a-z]+\d?)*$/i.test(value)) return false;
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / value.length) * Math.log2(count / value.length);
  // 2.8 bits a character lies between the longest words of source code and short generated passwords.
  return entropy >= 2.8 && /\d/.test(value);
}

/** The first four characters of a long one tell its issuer; of a short one nothing is shown. */
function mask(secret: string): string {
  return secret.startsWith('-----')
    ? secret
    : `${secret.length >= 16 ? secret.slice(0, 4) : ''}******** (${secret.length} characters)`;
}
