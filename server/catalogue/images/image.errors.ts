import { defineErrors } from '../../platform/ground/error-text.ts'

export const imageErrors = defineErrors('image', {
  unknownFormat: 'must be an image: JPEG, PNG, WebP, AVIF or GIF',
  damaged: 'is damaged or incomplete: the image cannot be read to its end',
  tooManyPixels: 'must have at most {megapixels} million pixels',
  noOwner: 'There is no {owner} {id}.',
  noImage: 'There is no image of {owner} {id}.',
  replaced: 'The image has been replaced meanwhile. Look at the new one first.',
})
