// The block in the editor: its settings, and what the page will show. No build step.
const { blocks, blockEditor, components, element, serverSideRender } = window.wp
const { createElement } = element
const { PanelBody, RangeControl, TextControl } = components

blocks.registerBlockType('kontor/dates', {
  edit({ attributes, setAttributes }) {
    const text = (name, label) =>
      createElement(TextControl, {
        key: name,
        label,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
      })
    const limit = createElement(RangeControl, {
      key: 'limit',
      label: 'Anzahl',
      min: 1,
      max: 100,
      value: attributes.limit,
      onChange: (value) => setAttributes({ limit: value }),
    })
    const fields = [
      text('category', 'Kategorien (Nummern)'),
      text('city', 'Orte'),
      text('q', 'Wörter'),
      limit,
    ]
    return createElement(
      'div',
      blockEditor.useBlockProps(),
      createElement(
        blockEditor.InspectorControls,
        null,
        createElement(PanelBody, { title: 'Termine' }, fields),
      ),
      createElement(serverSideRender, { block: 'kontor/dates', attributes }),
    )
  },
  save: () => null,
})
