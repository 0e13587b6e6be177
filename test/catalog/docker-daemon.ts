/**
 * A stand-in for the Docker daemon on a socket of its own: it answers the requests of the real docker client in the
 * form of Docker's published interface (1.41 to 1.47), from a small state that stops, restarts and prunes change.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Daemon = {
  /** For DOCKER_HOST. */
  readonly address: string;
  readonly requests: string[];
  close(): Promise<void>;
};

type Container = { Id: string; Names: string[]; Image: string; State: string };

/** One frame of the stream of logs and of exec: kind 1 is stdout, 2 stderr. */
function frame(kind: 1 | 2, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head[0] = kind;
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

export async function openDaemon(socket: string): Promise<Daemon> {
  const requests: string[] = [];
  /** The command of the last exec; a `false` in it makes it fail. */
  let executed: readonly string[] = [];
  const containers: Container[] = [
    { Id: 'a'.repeat(64), Names: ['/web'], Image: 'node:22', State: 'running' },
    { Id: 'b'.repeat(64), Names: ['/old job'.replace(' ', '-')], Image: 'sha256:feed', State: 'exited' },
  ];
  const images = [
    {
      Id: `sha256:${'1'.repeat(64)}`,
      RepoTags: ['node:22'],
      RepoDigests: [],
      Size: 1_100_000_000,
      SharedSize: -1,
      Containers: -1,
      Created: 1_700_000_000,
    },
    {
      Id: `sha256:${'2'.repeat(64)}`,
      RepoTags: ['unused:1'],
      RepoDigests: [],
      Size: 50_000_000,
      SharedSize: -1,
      Containers: -1,
      Created: 1_700_000_000,
    },
  ];
  /** Nobody uses these; the first one has a name that somebody gave it. */
  const volumes = ['my-database', 'c'.repeat(64), 'd'.repeat(64)];
  const describe = (one: Container) => ({
    ...one,
    ImageID: images[0]?.Id,
    Command: 'node server.js',
    Created: 1_700_000_000,
    Ports: one.State === 'running' ? [{ IP: '0.0.0.0', PrivatePort: 3000, PublicPort: 3000, Type: 'tcp' }] : [],
    Labels: {},
    Status: one.State === 'running' ? 'Up 2 hours' : 'Exited (1) 3 days ago',
    HostConfig: { NetworkMode: 'bridge' },
    NetworkSettings: { Networks: {} },
    Mounts: [],
  });
  const find = (name: string) => containers.find((one) => one.Names[0] === `/${name}` || one.Id.startsWith(name));

  const answer = (request: IncomingMessage, response: ServerResponse, body: string): unknown => {
    const url = new URL(request.url ?? '/', 'http://docker');
    const path = url.pathname.replace(/^\/v[\d.]+/, '');
    requests.push(`${request.method} ${path}${url.search}${body === '' ? '' : ` ${body}`}`);
    const json = (value: unknown, status = 200): undefined => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    const filters = JSON.parse(url.searchParams.get('filters') ?? '{}');
    const wants = (key: string): string[] =>
      Array.isArray(filters[key]) ? filters[key] : Object.keys(filters[key] ?? {});
    if (path === '/_ping') {
      response.writeHead(200, { 'api-version': '1.47', ostype: 'linux', 'content-type': 'text/plain' });
      return response.end(request.method === 'HEAD' ? undefined : 'OK');
    }
    if (path === '/containers/json') {
      const states = wants('status');
      const names = wants('name');
      const listed = containers
        .filter((one) =>
          states.length > 0 ? states.includes(one.State) : url.searchParams.has('all') || one.State === 'running',
        )
        .filter((one) => names.every((name) => one.Names[0]?.includes(name)));
      return json(listed.map(describe));
    }
    if (path === '/images/json') return json(wants('dangling').includes('true') ? [] : images);
    if (path === '/system/df') {
      return json({ LayersSize: 1_150_000_000, Images: images, Containers: [], Volumes: [], BuildCache: [] });
    }
    if (path === '/volumes') return json({ Volumes: volumes.map((Name) => ({ Name, Driver: 'local', Labels: {} })) });
    if (request.method === 'DELETE' && path.startsWith('/volumes/')) {
      volumes.splice(volumes.indexOf(path.slice('/volumes/'.length)), 1);
      return json(undefined, 204);
    }
    if (path === '/containers/prune') {
      const gone = containers.filter((one) => one.State !== 'running');
      for (const one of gone) containers.splice(containers.indexOf(one), 1);
      return json({ ContainersDeleted: gone.map((one) => one.Id), SpaceReclaimed: 12_345_678 });
    }
    const exec = /^\/exec\/(\w+)\/(json|start|resize)$/.exec(path);
    if (exec?.[2] === 'json')
      return json({
        ID: exec[1],
        Running: false,
        ExitCode: executed.some((word) => word.includes('false')) ? 3 : 0,
        ProcessConfig: {},
      });
    const found = /^\/containers\/([^/]+)\/(json|stop|restart|logs|exec)$/.exec(path);
    const one = found === null ? undefined : find(decodeURIComponent(found[1] ?? ''));
    if (found === null || one === undefined) return json({ message: `No such container: ${found?.[1]}` }, 404);
    if (found[2] === 'json')
      return json({ Id: one.Id, Name: one.Names[0], State: { Running: true }, Config: { Tty: false }, HostConfig: {} });
    if (found[2] === 'exec') {
      executed = JSON.parse(body).Cmd;
      return json({ Id: 'e1' }, 201);
    }
    if (found[2] === 'logs') {
      response.writeHead(200, { 'content-type': 'application/vnd.docker.multiplexed-stream' });
      response.write(frame(2, '2024-05-01T10:00:01.000000002Z 错误: late\n'));
      return response.end(frame(1, '2024-05-01T10:00:00.000000001Z started\n2024-05-01T10:00:02.000000003Z bye\r\n'));
    }
    one.State = found[2] === 'stop' ? 'exited' : 'running';
    return json(undefined, 204);
  };

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body.trim()));
  });
  server.on('connection', (one) => {
    sockets.add(one);
    one.on('close', () => sockets.delete(one));
  });
  // Attaching to an exec turns the connection into a stream of frames.
  server.on('upgrade', (request, connection) => {
    requests.push(`UPGRADE ${request.url}`);
    connection.write(
      'HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n',
    );
    connection.end(Buffer.concat([frame(1, 'inside 里面\n'), frame(2, 'complaint\n')]));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    address: `unix://${socket}`,
    requests,
    close: () => {
      for (const one of sockets) one.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
