import { defineConfig } from 'vitest/config';
import { selfContained } from './build/selfContained.ts';

/** `vite build` makes the report's page, `vite build --mode document` that of the other documents. */
export default defineConfig(({ mode }) => ({
  plugins: [selfContained()],
  base: './',
  build: {
    target: 'es2022',
    outDir: '../src/Unpause.Reports/Html',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: mode === 'document' ? 'document.html' : 'report.html' },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
}));
