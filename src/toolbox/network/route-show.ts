/**
 * Tool `network_route_show`: the routing table, the ways out, and the route to one address.
 */
import { isIP } from 'node:net';
import { oneOf, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { type Route, readRoutes, selectRoute } from '../proc/routes.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Arguments: `address`, `family` any | ipv4 | ipv6 (any). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('network_route_show');
  const destination = optionalText(args, 'address');
  const family = oneOf(args, 'family', ['any', 'ipv4', 'ipv6'], 'any');
  if (destination !== undefined && isIP(destination) === 0) {
    throw new ToolFailure(`"${destination}" is no IP address; look the name up first`, 'invalid_arguments');
  }
  const all = await readRoutes();
  const routes = all.filter((route) => family === 'any' || route.family === family);
  const ways = routes.filter((route) => route.prefixLength === 0 && !route.reject);
  const selected = destination === undefined ? undefined : selectRoute(destination, all);
  return {
    default_gateways: ways.map((route) => ({
      gateway: route.gateway,
      interface: route.interface,
      family: route.family,
      metric: route.metric,
    })),
    routes: routes.map(present),
    selected: selected === undefined ? null : present(selected),
  };
}

function present(route: Route): { [key: string]: Json } {
  return {
    destination: `${route.network}/${route.prefixLength}`,
    gateway: route.gateway,
    interface: route.interface,
    family: route.family,
    metric: route.metric,
    reject: route.reject,
  };
}
