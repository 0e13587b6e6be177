/**
 * Tool `system_hardware`: what the machine is made of, as the kernel knows it. Serial numbers are left out on purpose.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { needProc } from '../proc/details.ts';
import { readLinkName, readNames, readNumber, readText } from '../proc/sys-files.ts';
import type { Json } from '../tool.ts';

const DMI = '/sys/class/dmi/id';
/** Names of vendors and devices; part of the package pciutils or hwdata, so it may be missing. */
const PCI_NAMES = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids'];
/** Sectors of /sys/block are these, whatever the disk's own are. */
const SECTOR_BYTES = 512;

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('system_hardware');
  return {
    // Boards with a device tree (Raspberry Pi and kin) have no DMI.
    vendor: (await readText(`${DMI}/sys_vendor`)) ?? null,
    model:
      (await readText(`${DMI}/product_name`)) ??
      (await readText('/proc/device-tree/model'))?.replaceAll('\0', '') ??
      null,
    board: (await readText(`${DMI}/board_name`)) ?? null,
    firmware: (await readText(`${DMI}/bios_version`)) ?? null,
    processor: cpus()[0]?.model.trim() || null,
    logical_processors: Math.max(cpus().length, availableParallelism()),
    memory_bytes: totalmem(),
    disks: await readDisks(),
    graphics: await readGraphics(),
    network_cards: await readNetworkCards(),
    batteries: await readBatteries(),
    temperatures: await readTemperatures(),
  };
}

async function readDisks(): Promise<Json[]> {
  const disks: Json[] = [];
  for (const name of await readNames('/sys/block')) {
    const directory = `/sys/block/${name}`;
    const sectors = (await readNumber(`${directory}/size`)) ?? 0;
    // Without a device behind it, it is made by software: loop, memory disk, mapped or combined volume.
    if (sectors === 0 || (await readLinkName(`${directory}/device`)) === undefined) continue;
    const rotating = (await readNumber(`${directory}/queue/rotational`)) === 1;
    disks.push({
      name,
      model: (await readText(`${directory}/device/model`)) ?? null,
      bytes: sectors * SECTOR_BYTES,
      kind: /^(vd|xvd|nbd)/.test(name) ? 'virtual' : rotating ? 'rotating' : 'solid_state',
      removable: (await readNumber(`${directory}/removable`)) === 1,
    });
  }
  return disks;
}

async function readGraphics(): Promise<Json[]> {
  const found: Json[] = [];
  let names: string | undefined;
  for (const slot of await readNames('/sys/bus/pci/devices')) {
    const directory = `/sys/bus/pci/devices/${slot}`;
    // Class 03: display controllers.
    if (!/^0x03/.test((await readText(`${directory}/class`)) ?? '')) continue;
    names ??= await readPciNames();
    const vendor = ((await readText(`${directory}/vendor`)) ?? '').replace(/^0x/, '');
    const device = ((await readText(`${directory}/device`)) ?? '').replace(/^0x/, '');
    found.push({
      slot,
      ...pciNames(names, vendor, device),
      driver: (await readLinkName(`${directory}/driver`)) ?? null,
    });
  }
  return found;
}

async function readPciNames(): Promise<string> {
  for (const path of PCI_NAMES) {
    const content = await readFile(path, 'utf8').catch(() => '');
    if (content !== '') return content;
  }
  return '';
}

/** "vendor  Name", below it "TAB device  Name" until the next vendor; the numbers where a name is not listed. */
export function pciNames(content: string, vendor: string, device: string): { vendor: string; device: string } {
  const start = content.search(new RegExp(`^${vendor}  `, 'm'));
  if (!/^[0-9a-f]{4}$/.test(vendor) || start < 0) return { vendor, device };
  const block = content.slice(start);
  const end = block.slice(1).search(/^[0-9a-f]{4} {2}/m);
  const own = end < 0 ? block : block.slice(0, end + 1);
  return {
    vendor: own.slice(6, own.indexOf('\n')),
    device: new RegExp(`^\\t${device}  (.*)$`, 'm').exec(own)?.[1] ?? device,
  };
}

async function readNetworkCards(): Promise<Json[]> {
  const cards: Json[] = [];
  for (const name of await readNames('/sys/class/net')) {
    const directory = `/sys/class/net/${name}`;
    if ((await readLinkName(`${directory}/device`)) === undefined) continue;
    cards.push({
      name,
      driver: (await readLinkName(`${directory}/device/driver`)) ?? null,
      wireless:
        (await readNames(`${directory}/wireless`)).length > 0 ||
        (await readLinkName(`${directory}/phy80211`)) !== undefined,
    });
  }
  return cards;
}

async function readBatteries(): Promise<Json[]> {
  const batteries: Json[] = [];
  for (const name of await readNames('/sys/class/power_supply')) {
    const directory = `/sys/class/power_supply/${name}`;
    if ((await readText(`${directory}/type`)) !== 'Battery') continue;
    // Drivers report either energy (µWh) or charge (µAh).
    const full = (await readNumber(`${directory}/energy_full`)) ?? (await readNumber(`${directory}/charge_full`));
    const design =
      (await readNumber(`${directory}/energy_full_design`)) ?? (await readNumber(`${directory}/charge_full_design`));
    batteries.push({
      name,
      percent: (await readNumber(`${directory}/capacity`)) ?? null,
      status: (await readText(`${directory}/status`))?.toLowerCase().replaceAll(' ', '_') ?? null,
      health_percent:
        full === undefined || design === undefined || design === 0 ? null : Math.round((100 * full) / design),
    });
  }
  return batteries;
}

async function readTemperatures(): Promise<Json[]> {
  const found: Json[] = [];
  for (const name of await readNames('/sys/class/thermal')) {
    if (!name.startsWith('thermal_zone')) continue;
    const milli = await readNumber(`/sys/class/thermal/${name}/temp`);
    const sensor = (await readText(`/sys/class/thermal/${name}/type`)) ?? name;
    if (milli !== undefined) found.push({ sensor, celsius: Math.round(milli / 100) / 10 });
  }
  return found;
}
