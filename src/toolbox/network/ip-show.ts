/**
 * Tool `network_ip_show`: interfaces with their addresses, and the address that is used for going out.
 */
import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { scopeOf } from '../../policy/address-scope.ts';
import { oneOf, optionalText } from '../arguments.ts';
import { readLinkName, readNames, readNumber, readText } from '../proc/sys-files.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Public addresses to which a socket is pointed in order to learn its own end; a datagram socket sends nothing for that. */
const OUTSIDE = { ipv4: '1.1.1.1', ipv6: '2606:4700:4700::1111' } as const;
/** ARPHRD_ETHER and ARPHRD_LOOPBACK of include/uapi/linux/if_arp.h. */
const ETHERNET = 1;
const LOOPBACK = 772;
/** IFF_UP. */
const UP = 1;

/** Arguments: `interface`, `family` any | ipv4 | ipv6 (any). */
export async function run(args: JsonObject): Promise<Json> {
  const only = optionalText(args, 'interface');
  const family = oneOf(args, 'family', ['any', 'ipv4', 'ipv6'], 'any');
  const addressed = networkInterfaces();
  // The system's list holds only interfaces with an address; Linux knows the others, too.
  const names = [...new Set([...(await readNames('/sys/class/net')), ...Object.keys(addressed)])];
  const shown = names.filter((name) => only === undefined || name === only);
  if (only !== undefined && shown.length === 0) {
    throw new ToolFailure(`there is no interface ${only}; there are ${names.join(', ')}`, 'not_found');
  }
  const interfaces: Json[] = [];
  for (const name of shown) {
    const addresses = (addressed[name] ?? []).filter((one) => family === 'any' || one.family.toLowerCase() === family);
    interfaces.push({
      ...(await describe(name, addressed[name]?.[0]?.internal === true, addressed[name]?.[0]?.mac)),
      addresses: addresses.map((one) => ({
        address: one.address,
        family: one.family.toLowerCase(),
        prefix_length: Number(one.cidr?.split('/')[1] ?? 0),
        scope: scopeOf(one.address),
      })),
    });
  }
  return { interfaces, outgoing: { ipv4: await ownEnd('ipv4'), ipv6: await ownEnd('ipv6') } };
}

async function describe(name: string, internal: boolean, mac: string | undefined): Promise<{ [key: string]: Json }> {
  const directory = `/sys/class/net/${name}`;
  // Names of some systems hold what no path may; those have no such directory.
  const type = name.includes('/') ? undefined : await readNumber(`${directory}/type`);
  const known = type !== undefined;
  const flags = known ? Number.parseInt((await readText(`${directory}/flags`)) ?? '0', 16) : UP;
  const address = known ? await readText(`${directory}/address`) : mac;
  const speed = known ? await readNumber(`${directory}/speed`) : undefined;
  return {
    name,
    up: flags % 2 === UP,
    state: known ? ((await readText(`${directory}/operstate`)) ?? null) : null,
    kind: known ? await kindOf(directory, type) : internal ? 'loopback' : 'other',
    mac: address === undefined || /^[0:]*$/.test(address) ? null : address,
    mtu: known ? ((await readNumber(`${directory}/mtu`)) ?? null) : null,
    speed_mbits: speed === undefined || speed <= 0 ? null : speed,
  };
}

async function kindOf(directory: string, type: number): Promise<string> {
  if (type === LOOPBACK) return 'loopback';
  const parts = await readNames(directory);
  if (parts.includes('wireless') || parts.includes('phy80211')) return 'wireless';
  if (parts.includes('bridge')) return 'bridge';
  // Without a device behind it, it is made by software: tunnels, container links, bonds.
  if ((await readLinkName(`${directory}/device`)) === undefined) return 'virtual';
  return type === ETHERNET ? 'ethernet' : 'other';
}

async function ownEnd(family: 'ipv4' | 'ipv6'): Promise<string | null> {
  const socket = createSocket(family === 'ipv4' ? 'udp4' : 'udp6');
  return await new Promise((resolve) => {
    const end = (address: string | null): void => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end(null));
    socket.connect(53, OUTSIDE[family], () => end(socket.address().address));
  });
}
