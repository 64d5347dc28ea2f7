// The part of a page with the image: preview, alternative text, replace, remove.
import DeleteIcon from '@mui/icons-material/Delete'
import EditIcon from '@mui/icons-material/Edit'
import { Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { api } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { Button } from '../../shell/form/button.tsx'
import { ConfirmButton } from '../../shell/form/confirm-button.tsx'
import { PagePart } from '../../shell/page/page-layout.tsx'
import { type ImageOwner, imageHref, type OfficeImage, useImage } from './image.ts'
import { ImageForm } from './image-form.tsx'

interface ViewProps {
  of: ImageOwner
  image: OfficeImage
}

function ImageView({ of, image }: ViewProps) {
  const translate = useTranslate()
  const { altText, altTextEn, width, height, isResized } = image
  return (
    <Stack spacing={1}>
      <img
        src={imageHref(of, image)}
        alt={altText}
        width={width}
        height={height}
        style={{ maxWidth: '100%', maxHeight: 320, width: 'auto', height: 'auto', objectFit: 'contain' }}
      />
      <Typography variant="body2">{altText}</Typography>
      {altTextEn !== '' && (
        <Typography variant="body2" lang="en">
          {altTextEn}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary" role="status">
        {isResized ? `${width} × ${height}` : translate('catalogue.image.resizing')}
      </Typography>
    </Stack>
  )
}

const RemoveButton = ({ of }: { of: ImageOwner }) => (
  <ConfirmButton
    label="catalogue.image.remove"
    title="catalogue.image.removeTitle"
    text="catalogue.image.removeText"
    icon={<DeleteIcon />}
    color="error"
    onConfirm={() => api('DELETE', '/images/{owner}/{ownerId}', { params: of })}
    success="catalogue.image.removed"
    refresh="page"
  />
)

export function ImagePart({ of }: { of: ImageOwner }) {
  const mayEdit = useHasRight('catalogue:edit')
  const image = useImage(of)
  const [isEditing, setEditing] = useState(false)
  if (image === undefined || (image === null && !mayEdit)) return null
  const close = (): void => setEditing(false)
  const actions = image && mayEdit && !isEditing && (
    <>
      <Button label="catalogue.image.change" onClick={() => setEditing(true)}>
        <EditIcon />
      </Button>
      <RemoveButton of={of} />
    </>
  )
  return (
    <PagePart title="catalogue.image.title" actions={actions}>
      <Stack spacing={1.5}>
        {image && <ImageView of={of} image={image} />}
        {mayEdit && (isEditing || image === null) && <ImageForm of={of} image={image} onClose={close} />}
      </Stack>
    </PagePart>
  )
}
