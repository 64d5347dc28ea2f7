// Catalogues with the trees of their categories. A category is moved by dragging it or with Alt and an arrow key.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { Title } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useAction } from '../../shell/api/action.ts'
import { api } from '../../shell/api/api.ts'
import { useHasRight } from '../../shell/api/session.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import {
  buildCategoryTree,
  type Category,
  type CategoryNode,
  subtreeIds,
  useCatalogues,
  useCategories,
} from './categories.ts'
import { CategoryTreeContext, type MoveTarget } from './category-tree-context.ts'

export function CategoryTreePage() {
  const translate = useTranslate()
  const language = useLocale()
  const mayWrite = useHasRight('catalogue:edit')
  const { data: categories, error } = useCategories()
  const { data: catalogues } = useCatalogues()
  const [dragged, setDragged] = useState<CategoryNode>()
  const nodes = useMemo(() => buildCategoryTree(categories ?? [], language), [categories, language])
  const nodesByCatalogue = useMemo(() => Map.groupBy(nodes, ({ category }) => category.catalogueId), [nodes])

  const { run } = useAction(
    ({ category, target }: { category: Category; target: MoveTarget }) =>
      api('PATCH', '/catalogue-categories/{categoryId}', {
        params: { categoryId: category.id },
        body: { version: category.version, parentId: target.parentId, catalogueId: target.catalogueId },
      }),
    {
      success: (_, { category, target }) => [
        'catalogue.tree.moved',
        { name: category.name, to: target.name },
      ],
      refresh: 'page',
    },
  )
  const move = async ({ category }: CategoryNode, target: MoveTarget): Promise<void> => {
    await run({ category, target })
  }
  const acceptsDrop = (target: MoveTarget): boolean =>
    dragged !== undefined &&
    !subtreeIds(dragged).includes(target.parentId) &&
    (dragged.category.parentId !== target.parentId || dragged.category.catalogueId !== target.catalogueId)

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
            <Button variant="outlined" startIcon={<AddIcon />} component={RouterLink} to="/catalogues/create">
              {translate('catalogue.tree.newCatalogue')}
            </Button>
            <Button
              variant="outlined"
              startIcon={<AddIcon />}
              component={RouterLink}
              to="/catalogue-categories/create"
            >
              {translate('catalogue.tree.newCategory')}
            </Button>
          </>
        )}
      </Stack>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Stack spacing={2}>
        {catalogueList.map((catalogue) => (
          <CatalogueCard
            key={catalogue.id}
            catalogue={catalogue}
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
