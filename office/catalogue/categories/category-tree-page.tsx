// Catalogues with their categories as trees: a category is moved by dragging it, by Alt and an arrow key, or on its page.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { Title, useNotify, useRefresh } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ApiError, untypedApi } from '../../shell/api/api.ts'
import { useServerMessage } from '../../shell/api/server-message.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import {
  buildCategoryTree,
  type CategoryNode,
  subtreeIds,
  useCatalogues,
  useCategories,
} from './categories.ts'
import { CategoryTreeContext, type MoveTarget } from './category-tree-context.ts'

export function CategoryTreePage() {
  const translate = useTranslate()
  const language = useLocale()
  const notify = useNotify()
  const refresh = useRefresh()
  const translateMessage = useServerMessage()
  const mayWrite = useHasRight('100100')
  const { data: categories, error } = useCategories()
  const { data: catalogues } = useCatalogues()
  const [dragged, setDragged] = useState<CategoryNode>()
  const nodes = useMemo(() => buildCategoryTree(categories ?? [], language), [categories, language])
  const nodesByCatalogue = useMemo(() => Map.groupBy(nodes, ({ category }) => category.catalog_id), [nodes])

  const move = async ({ category }: CategoryNode, target: MoveTarget): Promise<void> => {
    try {
      const body = { version: category.version, eventcat_parent: target.parent, catalog_id: target.catalog }
      await untypedApi('PATCH', `/catalog-categories/${category.id}`, body)
      notify(translate('catalogue.tree.moved', { name: category.eventcatname_name, to: target.name }), {
        type: 'success',
      })
    } catch (caught) {
      notify(caught instanceof ApiError ? translateMessage(caught.message) : 'shell.error.server', {
        type: 'error',
      })
    } finally {
      refresh()
    }
  }
  const acceptsDrop = (target: MoveTarget): boolean =>
    dragged !== undefined &&
    !subtreeIds(dragged).includes(target.parent) &&
    (dragged.category.eventcat_parent !== target.parent || dragged.category.catalog_id !== target.catalog)

  const catalogueList = catalogues ?? []
  const uncataloguedNodes = nodesByCatalogue.get(0) ?? []
  return (
    <CategoryTreeContext value={{ mayWrite, dragged, setDragged, move, acceptsDrop }}>
      <Title title="catalogue.tree.title" />
      <Stack direction="row" spacing={1} sx={{ my: 1.5, alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 240 }}>
          {translate(mayWrite ? 'catalogue.tree.hint' : 'catalogue.tree.readOnly')}
        </Typography>
        {mayWrite && (
          <>
            <Button variant="outlined" startIcon={<AddIcon />} component={RouterLink} to="/catalogs/create">
              {translate('catalogue.tree.newCatalog')}
            </Button>
            <Button
              variant="outlined"
              startIcon={<AddIcon />}
              component={RouterLink}
              to="/catalog-categories/create"
            >
              {translate('catalogue.tree.newCategory')}
            </Button>
          </>
        )}
      </Stack>
      {error && <Alert severity="error">{translateMessage((error as Error).message)}</Alert>}
      <Stack spacing={2}>
        {catalogueList.map((catalogue) => (
          <CatalogueCard
            key={catalogue.id}
            catalog={catalogue}
            nodes={nodesByCatalogue.get(catalogue.id) ?? []}
          />
        ))}
        {uncataloguedNodes.length > 0 && <CatalogueCard nodes={uncataloguedNodes} />}
        {catalogues && catalogueList.length === 0 && uncataloguedNodes.length === 0 && (
          <Card sx={{ p: 3 }}>{translate('catalogue.tree.empty')}</Card>
        )}
      </Stack>
    </CategoryTreeContext>
  )
}
