// Builds the widget for websites: the script, and what a booking loads when it is reviewed.
import { join } from 'node:path'
import { defineConfig, type LibraryOptions } from 'vite'

const libraries: Record<'main' | 'hints', LibraryOptions> = {
  main: { entry: 'main.ts', formats: ['iife'], name: 'kontor', fileName: () => 'v1.js' },
  hints: { entry: 'hints.ts', formats: ['es'], fileName: () => 'v1-hints.js' },
}

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  build: {
    outDir: join(import.meta.dirname, '../dist/widget'),
    target: 'es2022',
    reportCompressedSize: false,
    emptyOutDir: mode !== 'hints',
    copyPublicDir: false,
    lib: mode === 'hints' ? libraries.hints : libraries.main,
  },
}))
