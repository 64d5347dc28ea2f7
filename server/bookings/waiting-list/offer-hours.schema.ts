import Type from 'typebox'

/** How many hours a seat is offered to who is first on the waiting list; 0: they get it at once. */
export const OfferHours = Type.Integer({ minimum: 0, maximum: 720 })
