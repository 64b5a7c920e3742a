import { defineConfig } from 'vite'

/** The player of written pages: one script with everything in it. */
export default defineConfig({
  build: {
    outDir: '../src/simnon/graphics/scenes/built',
    emptyOutDir: true,
    reportCompressedSize: false,
    lib: { entry: 'src/pictures/player.ts', formats: ['iife'], name: 'player', fileName: () => 'player.js' },
  },
})
