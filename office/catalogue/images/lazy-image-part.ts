import { lazyComponent } from '../../shell/section/lazy-component.tsx'

export const ImagePart = lazyComponent(
  async () => (await import('./image-part.tsx')).ImagePart,
  async () => (await import('./image-texts.ts')).imageTexts,
)
