/** The guide for an expired certificate, followed on a TLS server of the test whose certificate ran out yesterday. */
import { createServer, type Server } from 'node:https';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeAuthority, openSite, type Site } from '../network-servers.ts';
import { followGuide } from './follow.ts';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

it('network.tls_expired_guide: whose it is, what is not to blame, and a new one that every client takes', async () => {
  const authority = makeAuthority(site.cwd);
  site.environment.SSL_CERT_FILE = authority.file;
  const names = 'DNS:localhost,IP:127.0.0.1';
  const server: Server = createServer(authority.issue(names, -1), (_, response) => response.end('front page'));
  const port = await site.listen(server);
  const place = { host: '127.0.0.1', port };

  const guide = followGuide('network.tls_expired_guide', site);
  const before = await guide.step('network.tls_certificate', place);
  expect(before).toMatchObject({ trusted: false, reason: 'CERT_HAS_EXPIRED', expired: true });
  const { utc_time: time } = await guide.step('system.info.timezone');
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  expect((await guide.step('network.proxy_show')).any).toBe(false);
  await guide.step('system.info.os');
  // The server is ours: a new certificate, which it does not notice by itself.
  const renewed = authority.issue(names, 60);
  guide.goTo('## 4. Check');
  expect((await guide.step('network.tls_certificate', place)).certificate.sha256).toBe(before.certificate.sha256);
  // What `reload` does to a server that runs below systemd.
  server.setSecureContext(renewed);
  guide.goTo('## 4. Check');
  const after = await guide.step('network.tls_certificate', place);
  expect(after).toMatchObject({ trusted: true, expired: false, days_left: 59 });
  expect(after.certificate.sha256).not.toBe(before.certificate.sha256);
  const { answers } = await guide.step('network.dns_lookup', { name: 'localhost' });
  expect(answers.length).toBeGreaterThan(0);
  expect(await guide.step('network.http_head', { url: `https://127.0.0.1:${port}/` })).toMatchObject({ status: 200 });
});
