/** The page of an evaluation: what it says, and how a browser without any network shows it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvalReport } from '../../src/contract/eval-report.v1.ts';
import { runEvaluation } from '../../src/evaluation/command.ts';
import { reportPage } from '../../src/evaluation/page/page.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { directoryWith, hostOver, OWN_JUDGEMENTS, smallWorld } from './bench.ts';
import { collidingLabels, faintTexts, plotSides, sidewaysRoom } from './in-page.js';

const NASTY = '<img src=x onerror=alert(1)>"\'&';

async function evaluated(): Promise<EvalReport> {
  const options = { subject: directoryWith(OWN_JUDGEMENTS), half: 'dev', arm: 'default', ablation: true } as const;
  const report = await runEvaluation({ ...options, against: 'tfidf' }, hostOver(smallWorld()));
  if (isRefusal(report)) throw new Error(report.message);
  const [set] = report.sets;
  if (set === undefined) throw new Error('there is no set');
  return { ...report, sets: [{ ...set, name: NASTY }] };
}

describe('the page', async () => {
  const report = await evaluated();
  const html = reportPage(report);

  test('is one document that needs nothing else', () => {
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(html).not.toMatch(/<(script|link|iframe|img|object)|@import|url\(|https?:|<[^>]*\b(src|href)=/);
    expect(html).toContain(`default-src 'none'`);
  });

  test('text from outside stays text', () => {
    expect(html).not.toContain('<img');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
  });

  test('says the figures of the report', () => {
    const [set] = report.sets;
    expect(html).toContain(report.figures_hash);
    expect(html).toContain(report.configuration.hash);
    for (const kind of set?.kinds ?? []) expect(html).toContain(`<td>${(100 * kind.ndcg_at_10).toFixed(1)}</td>`);
  });
});

/** Where distributions put it. */
const BROWSERS = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const browser = BROWSERS.find((path) => path !== '' && existsSync(path));
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser takes its time on a busy machine. */
const START_MS = 60_000;

const SCREENS = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 360 },
  { scheme: 'dark', width: 360 },
] as const;

describe.skipIf(browser === undefined)(
  browser === undefined ? 'in Chromium (skipped: none is installed; set CHROMIUM to one)' : 'in Chromium',
  () => {
    let context: BrowserContext;
    let page: Page;
    let url = '';
    const profile = mkdtempSync(join(tmpdir(), 'cap chromium '));
    const requests: string[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      url = pathToFileURL(join(directoryWith({ 'report.html': reportPage(await evaluated()) }), 'report.html')).href;
      context = await chromium.launchPersistentContext(profile, {
        executablePath: browser as string,
        headless: true,
        args: FLAGS,
        offline: true,
      });
      page = await context.newPage();
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
    }, START_MS);
    afterAll(async () => {
      await context?.close();
      rmSync(profile, { recursive: true, force: true });
    });

    test.each(SCREENS)('$scheme, $width pixels wide: readable, and nothing is fetched', async ({ scheme, width }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      requests.length = 0;
      await page.goto(url);
      expect(requests).toEqual([url]);
      expect(complaints).toEqual([]);
      expect(await page.evaluate(sidewaysRoom)).toBe(0);
      expect(await page.evaluate(faintTexts)).toEqual([]);
      expect(await page.evaluate(collidingLabels)).toEqual([]);
    });

    test('has every plot, with a name for who cannot see it', async () => {
      const plots = await page.locator('svg[role=img]').all();
      const names = await Promise.all(plots.map((plot) => plot.getAttribute('aria-label')));
      expect(names).toEqual(expect.arrayContaining(['By language', 'Calibration by margin', 'NDCG@10 against tfidf']));
      const sizes = await page.evaluate(plotSides);
      expect(Math.min(...sizes)).toBeGreaterThan(30);
    });
  },
);
