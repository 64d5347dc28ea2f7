// A catalogue and the tree of its categories; those of no catalogue stand together at the end.
import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/Edit'
import { Box, Card, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { CategoryNode } from './categories.ts'
import { CategoryRow } from './category-row.tsx'
import { useCategoryTree } from './category-tree-context.ts'
import { DropTarget } from './drop-target.tsx'

interface Props {
  catalog?: { id: number; name: string; date_count: number }
  nodes: readonly CategoryNode[]
}

export function CatalogueCard({ catalog, nodes }: Props) {
  const translate = useTranslate()
  const { mayWrite } = useCategoryTree()
  const name = catalog?.name ?? translate('catalogue.noCatalog')
  const id = `catalog-${catalog?.id ?? 0}`
  const target = { parent: 0, catalog: catalog?.id ?? 0, name }
  return (
    <Card component="section" aria-labelledby={id}>
      <DropTarget place={target} sx={{ px: 2, py: 1 }}>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Typography variant="h2" id={id} sx={{ flex: 1 }}>
            {name}
          </Typography>
          {catalog && catalog.date_count > 0 && (
            <Typography variant="body2" color="textSecondary">
              {translate('catalogue.tree.dates', { smart_count: catalog.date_count })}
            </Typography>
          )}
          {catalog && mayWrite && (
            <>
              <Tooltip title={translate('catalogue.tree.addTo', { name })}>
                <IconButton
                  size="small"
                  component={RouterLink}
                  aria-label={translate('catalogue.tree.addTo', { name })}
                  to={`/catalog-categories/create?${new URLSearchParams({ source: JSON.stringify({ catalog_id: catalog.id }) })}`}
                >
                  <AddIcon fontSize="small" />
                </IconButton>
              </Tooltip>
              <Tooltip title={translate('catalogue.tree.edit', { name })}>
                <IconButton
                  size="small"
                  component={RouterLink}
                  aria-label={translate('catalogue.tree.edit', { name })}
                  to={`/catalogs/${catalog.id}`}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            </>
          )}
        </Stack>
      </DropTarget>
      {nodes.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 1, pb: 1 }} aria-labelledby={id}>
          {nodes.map((node, index) => (
            <CategoryRow
              key={node.category.id}
              node={node}
              previousSibling={nodes[index - 1]}
              catalogueName={name}
            />
          ))}
        </Box>
      ) : (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1.5 }}>
          {translate('catalogue.tree.noCategories')}
        </Typography>
      )}
    </Card>
  )
}
