import { defineConfig } from 'vitest/config';
import { selfContained } from './build/selfContained.ts';

const PAGES: Record<string, string> = { document: 'document.html', fleet: 'fleet.html', live: 'live.html' };

/**
 * `vite build` makes the report's page, with `--mode document` that of the other documents, with `--mode fleet` that of `unpause fleet`,
 * with `--mode live` that of `unpause watch`.
 */
export default defineConfig(({ mode }) => ({
  plugins: [selfContained()],
  base: './',
  build: {
    target: 'es2022',
    outDir: mode === 'live' ? '../src/Unpause.Services/Watch/Web' : '../src/Unpause.Reports/Html',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: PAGES[mode] ?? 'report.html' },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
}));
