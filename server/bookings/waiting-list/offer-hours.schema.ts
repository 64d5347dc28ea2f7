import Type from 'typebox'

/** How many hours a seat is offered to the first person on the waiting list; 0: the person gets it at once. */
export const OfferHours = Type.Integer({ minimum: 0, maximum: 720 })
