import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAttempt } from '../../src/toolbox/ssh/test-login.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

describe('SSH keys', () => {
  it('are made once, listed, and never shown', async () => {
    expect(succeeded(await bench.run('maintenance.ssh.key_list'))).toMatchObject({ exists: false, keys: [] });
    const made = succeeded(await bench.run('maintenance.ssh.key_create', { comment: '李 me@example.com' }));
    const file = join(bench.home, '.ssh/id_ed25519');
    expect(made).toMatchObject({ path: file, type: 'ssh-ed25519', bits: 256, has_passphrase: false });
    expect(statSync(join(bench.home, '.ssh')).mode & 0o777).toBe(0o700);
    expect(made.public_key).toBe(readFileSync(`${file}.pub`, 'utf8').trim());
    const told = execFileSync('ssh-keygen', ['-lf', `${file}.pub`], { encoding: 'utf8' });
    expect(told).toContain(made.fingerprint);
    const before = readFileSync(file, 'utf8');
    const again = await bench.run('maintenance.ssh.key_create', {});
    expect(again.message).toContain('is not overwritten');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await bench.run('maintenance.ssh.key_create', { name: '../x' })).evidence).toBeUndefined();

    const rsa = join(bench.home, '.ssh/old');
    execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', 'pass phrase', '-C', '', '-f', rsa]);
    chmodSync(rsa, 0o644);
    execFileSync('ssh-keygen', [
      '-q',
      '-t',
      'ecdsa',
      '-b',
      '384',
      '-m',
      'PEM',
      '-N',
      '',
      '-f',
      join(bench.home, '.ssh/pem'),
    ]);
    bench.write('home/.ssh/config', 'Host x\n');
    bench.write('home/.ssh/gone.pub', readFileSync(`${file}.pub`));
    const { keys } = succeeded(await bench.run('maintenance.ssh.key_list'));
    const short = keys.map((key: { [field: string]: unknown }) => [
      key.name,
      key.type,
      key.bits,
      key.has_passphrase,
      key.permissions_safe,
    ]);
    expect(short).toEqual([
      ['gone', 'ssh-ed25519', 256, null, null],
      ['id_ed25519', 'ssh-ed25519', 256, false, true],
      ['old', 'ssh-rsa', 2048, true, false],
      ['pem', 'ecdsa-sha2-nistp384', 384, false, true],
    ]);
    const secret = before.split('\n')[2] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(keys)).not.toContain(secret);
  });
});

describe('maintenance.ssh.agent_list', () => {
  it('tells no agent, an empty agent, and its keys', async () => {
    const none = succeeded(await bench.run('maintenance.ssh.agent_list'));
    expect(none).toEqual({ running: false, socket: null, keys: [], total: 0 });
    const socket = join(bench.base, 's');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    try {
      while (!existsSync(socket)) await new Promise((resolve) => setTimeout(resolve, 20));
      bench.environment.SSH_AUTH_SOCK = socket;
      expect(succeeded(await bench.run('maintenance.ssh.agent_list'))).toMatchObject({ running: true, keys: [] });
      const made = succeeded(await bench.run('maintenance.ssh.key_create', { name: 'work', comment: 'for work' }));
      execFileSync('ssh-add', ['-q', made.path], { env: bench.environment });
      expect(succeeded(await bench.run('maintenance.ssh.agent_list')).keys).toEqual([
        { type: 'ssh-ed25519', bits: 256, fingerprint: made.fingerprint, comment: 'for work' },
      ]);
    } finally {
      agent.kill();
    }
  });
});

describe('maintenance.ssh.config_show', () => {
  it('lists hosts with included files, and asks ssh for the settings of one', async () => {
    bench.write(
      'home/.ssh/config',
      'Include conf.d/*\n# Host no\nHost build "two words" *.corp\n  Port 2222\nhost = last\n',
    );
    bench.write('home/.ssh/conf.d/one', '\nHost inner\n');
    const { hosts } = succeeded(await bench.run('maintenance.ssh.config_show'));
    expect(hosts.map(({ pattern, line }: { pattern: string; line: number }) => [pattern, line])).toEqual([
      ['inner', 2],
      ['build', 3],
      ['two words', 3],
      ['*.corp', 3],
      ['last', 5],
    ]);
    const one = succeeded(await bench.run('maintenance.ssh.config_show', { host: 'me@example.org' }));
    expect(one.settings).toMatchObject({ user: ['me'], hostname: ['example.org'], port: ['22'] });
    expect(one.settings.identityfile.length).toBeGreaterThan(1);
    const all = succeeded(await bench.run('maintenance.ssh.config_show', { host: 'example.org', all: true }));
    expect(Object.keys(all.settings).length).toBeGreaterThan(40);
    expect((await bench.run('maintenance.ssh.config_show', { host: '-oProxyCommand=x' })).evidence).toBeUndefined();
  });
});

describe('maintenance.ssh.test_login', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it('tells where it fails with the real ssh: the name, the connection, an answer that is not SSH', async () => {
    const name = succeeded(
      await bench.run('maintenance.ssh.test_login', { host: 'no-such-host.invalid', timeout_seconds: 3 }),
    );
    expect(name).toMatchObject({ authenticated: false, failed_at: 'name' });
    const closed = succeeded(await bench.run('maintenance.ssh.test_login', { host: '127.0.0.1', port: 1 }));
    expect(closed).toMatchObject({ authenticated: false, failed_at: 'connection' });
    expect(closed.message).toContain('Connection refused');
    server = createServer((socket) => socket.end('220 mail\r\n'));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const port = (server.address() as { port: number }).port;
    const other = succeeded(await bench.run('maintenance.ssh.test_login', { host: '127.0.0.1', port }));
    expect(other.authenticated).toBe(false);
    mkdirSync(join(bench.base, 'keys'));
    const key = await bench.run('maintenance.ssh.test_login', { host: 'x', identity: 'keys/none' });
    expect(key.message).toContain('does not exist');
  });

  /** There is no SSH server to test against: these lines have the form that OpenSSH 9 writes with -v. */
  it('reads recorded lines of logins that got further', () => {
    const start = 'debug1: Connection established.\ndebug1: Server host key: ssh-ed25519 SHA256:abc\n';
    const denied = `${start}debug1: Authentications that can continue: publickey,password\ndebug1: Offering public key: /home/me/.ssh/id_ed25519 ED25519 SHA256:def\ndebug1: No more authentication methods to try.\nme@host: Permission denied (publickey,password).\n`;
    expect(readAttempt(denied, 255)).toMatchObject({
      authenticated: false,
      failed_at: 'authentication',
      host_key: 'ssh-ed25519 SHA256:abc',
      methods_offered_by_server: ['publickey', 'password'],
      keys_tried: ['/home/me/.ssh/id_ed25519 ED25519 SHA256:def'],
      message: 'me@host: Permission denied (publickey,password).',
    });
    const unknown = `${start}No ED25519 host key is known for host and you have requested strict checking.\nHost key verification failed.\n`;
    expect(readAttempt(unknown, 255)).toMatchObject({ authenticated: false, failed_at: 'host_key' });
    const github = `${start}Authenticated to github.com ([140.82.121.4]:22) using "publickey".\nHi me! You've successfully authenticated, but GitHub does not provide shell access.\n`;
    expect(readAttempt(github, 1)).toMatchObject({
      authenticated: true,
      method: 'publickey',
      failed_at: null,
      exit_code: 1,
    });
  });
});
