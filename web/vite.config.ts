import { defineConfig } from 'vitest/config';
import { selfContained } from './build/selfContained.ts';

export default defineConfig({
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
    rolldownOptions: { input: 'report.html' },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
