// Made by `npm run generate` of the OpenAPI document.
export interface paths {
    "/dates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dates in order of their start
         * @description Filters combine with AND, the values of one filter with OR. A list is given by commas, or by repeating its name.
         *     Without `from`, dates that are over are left out. Dates without a start are only found by their id.
         */
        get: operations["getDates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One date */
        get: operations["getDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events in order of their title, with their dates */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event by its id or slug, with its dates
         * @description A slug that the event had before is answered with 301 and the present address.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tree of categories
         * @description Protected categories, and those below them, are left out.
         */
        get: operations["getCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of filters, each with the number of dates
         * @description Takes the filters of `/dates`. The counts of a filter leave its own values out: with `city=Hamburg` the other cities still
         *     say how many dates they have.
         */
        get: operations["getFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dates/{id}/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One date as a calendar */
        get: operations["getDateCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dates as a calendar
         * @description To be subscribed to: one entry for each day of a date, with a UID that stays and a SEQUENCE that grows. Takes the filters of
         *     `/dates`. It has the first 1000 dates that match.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event}/schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event with its dates in the vocabulary of schema.org (JSON-LD)
         * @description To be embedded in the page of an event as `application/ld+json`.
         */
        get: operations["getEventJsonLd"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dates as a feed, those that changed last first
         * @description Takes the filters of `/dates`. It has 100 entries.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pages of events for search engines
         * @description With their images. Events without a page of their own are left out.
         */
        get: operations["getSitemap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has changed since a cursor
         * @description For a website with a copy of its own. Without `since`: the newest cursor, to be read before the copy is made. Then the
         *     dates and events that have changed since, each once, and the cursor for the next call; as long as there are entries, ask again. No change
         *     is left out, whatever the order in which transactions end. A cursor holds for 30 days, then it is 410: read everything again.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is accepted by booking
         * @description The newest version of each document, and what cancelling costs. Later than the last step says, cancelling costs as much
         *     as by the last step; without steps it is free.
         */
        get: operations["getTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A challenge for the proof of a booking
         * @description Proof of work by ALTCHA, without a third party: its widget, or `solveChallenge` of the package `altcha-lib`, solves the
         *     challenge within seconds. The base64 of `{ challenge, solution }` is the `proof` of a booking. A challenge is valid for an hour, and
         *     for one booking. A secret key needs none.
         */
        get: operations["getChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What seats cost
         * @description The price of seats with VAT, and the rules by which it comes about. Nothing is stored: a booking costs what the same
         *     quote says at that moment. A series has one price for all its modules. A voucher that does not apply is a reason that says why; with one,
         *     a request counts as writing.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold seats
         * @description Seats are held for 15 minutes, and count as taken meanwhile. With `holdId`, a hold is extended, and may get another
         *     number of seats; one that has run out is held anew, if there are seats. Booking with the hold uses it up; otherwise the seats are given
         *     back when it runs out. 409 with `free` if there are not enough seats. From an address, 100 seats are held at most; with a secret
         *     key, the website answers for its visitors.
         */
        post: operations["createHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book seats
         * @description Books all seats, or none of them; with `whenFull: 'waitingList'`, those that are not free go on the waiting list.
         *     409 with `free` if there are not enough seats. A person who is known by e-mail address and last name is that contact, which stays as
         *     it is. The confirmation goes out by mail. 20 orders within an hour are the most for an e-mail address; with a
         *     secret key, the website answers for its visitors. 202 instead of 201: nothing is booked yet, as the event asks for a confirmation by
         *     mail (`isConfirmedByMail` of `GET /terms`), or for one of disposable e-mail addresses; not with a secret key.
         */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A public file, or an image in one of its sizes
         * @description The addresses are those that `image` and `files` of dates and events give. They need no key, and take none into account: the
         *     version within the name is known to whoever was shown it. A new content has a new address, so that a copy can be kept for good.
         *     What is withdrawn is 404 from then on.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CategoryFacet: {
            id: number;
            name: string;
            /** @description Dates */
            count: number;
        };
        CityFacet: {
            id: string;
            name: string;
            /** @description Dates */
            count: number;
        };
        FormatFacet: {
            id: string;
            name: string;
            /** @description Dates */
            count: number;
        };
        LanguageFacet: {
            /** @description ISO 639-1 */
            id: string;
            /** @description Dates */
            count: number;
        };
        Money: {
            /** @description A decimal text, never a float */
            amount: string;
            /** @description ISO 4217 */
            currency: string;
        };
        MonthFacet: {
            /** @description YYYY-MM, by the start */
            id: string;
            /** @description Dates */
            count: number;
        };
        /** @description An error as problem details (RFC 9457) */
        Problem: {
            /** @description The kind of the problem: an address that explains it in a browser */
            type: string;
            /** @description The kind of the problem in words */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description What is wrong with this request */
            detail: string;
            /** @description The parameters that are wrong */
            errors?: {
                /** @description The parameter as a JSON pointer, such as `/from` */
                pointer: string;
                /** @description What is wrong, for programs */
                code: string;
                /** @description What is expected */
                detail: string;
            }[];
            /** @description With `/problems/seats-taken`: the free seats; null if the provider hides them */
            free?: number | null;
            /** @description Names the request in the log; also in `X-Request-Id` */
            requestId: string;
        };
        PublicCancellationStep: {
            /** @description Cancelled at least so many days before the start */
            daysBefore: number;
            /** @description The share of the price that it costs, a decimal text */
            feePercent: string;
        };
        PublicCategory: {
            id: number;
            name: string;
            /** @description ISO 639-1; null: not known */
            language: string | null;
            /** @description The categories below it, of the same form */
            children: Record<string, never>[];
        };
        PublicCategoryName: {
            id: number;
            name: string;
        };
        PublicChange: {
            /** @enum {unknown} */
            type: "date" | "event";
            id: number;
            /**
             * @description removed: deleted, withdrawn, or not shown to this key any more
             * @enum {unknown}
             */
            change: "changed" | "removed";
            /** @description What caused it: deleted, withdrawn, content, event, module, location, trainer, file, lookups, seats, or day (a period began or ended) */
            reason: string;
        };
        PublicDate: {
            id: number;
            /** @description The readable part of its address */
            slug: string;
            /** @description The page of its event */
            url: string | null;
            event: components["schemas"]["PublicEventSummary"];
            /** @description Its own title, otherwise that of its event */
            title: string;
            subtitle: string;
            identifier: string;
            /** @description A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known */
            start: string | null;
            /** @description A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known */
            end: string | null;
            /** @description IANA */
            timeZone: string;
            days: components["schemas"]["PublicDay"][];
            /** @description As the provider puts it */
            duration: string | null;
            /** @description One of the provider’s statuses */
            status: string | null;
            /** @description One of the provider’s formats, such as online */
            format: string | null;
            location: components["schemas"]["PublicLocation"] | null;
            trainers: components["schemas"]["PublicTrainer"][];
            seats: components["schemas"]["PublicSeats"];
            /**
             * @description few: at most a fifth of the seats, or three; waitingList: no seat, but a waiting list; closed: before or after the time of booking, or not bookable
             * @enum {unknown}
             */
            availability: "available" | "few" | "waitingList" | "full" | "closed" | "cancelled";
            /** @description Its own prices, otherwise those of its event */
            prices: components["schemas"]["PublicPrice"][];
            /** @description A calendar date, YYYY-MM-DD */
            bookableFrom: string | null;
            /** @description A calendar date, YYYY-MM-DD */
            bookableTo: string | null;
            /** @description Where to book */
            bookingUrl: string | null;
            /** @description The dates that a series consists of */
            modules: components["schemas"]["PublicModule"][];
            /** @description Those that everybody may see */
            files: components["schemas"]["PublicFile"][];
            /** @description A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known */
            updatedAt: string | null;
        };
        PublicDay: {
            /**
             * Format: date
             * @description A calendar date, YYYY-MM-DD
             */
            date: string;
            /** @description HH:MM, in the time zone of the date; null: not known */
            from: string | null;
            /** @description HH:MM, in the time zone of the date; null: not known */
            to: string | null;
        };
        PublicEvent: {
            id: number;
            /** @description The readable part of its address; earlier ones lead to it */
            slug: string;
            title: string;
            subtitle: string;
            /** @description ISO 639-1; null: not known */
            language: string | null;
            image: components["schemas"]["PublicImage"] | null;
            categories: components["schemas"]["PublicCategoryName"][];
            /** @description Its page */
            url: string | null;
            identifier: string;
            /** @description HTML without scripts, styles and forms */
            teaser: string;
            /** @description HTML without scripts, styles and forms */
            description: string;
            /** @description HTML without scripts, styles and forms */
            objectives: string;
            /** @description HTML without scripts, styles and forms */
            targetGroup: string;
            /** @description HTML without scripts, styles and forms */
            requirements: string;
            /** @description HTML without scripts, styles and forms */
            itinerary: string;
            /** @description HTML without scripts, styles and forms */
            service: string;
            /** @description Those that everybody may see */
            files: components["schemas"]["PublicFile"][];
            prices: components["schemas"]["PublicPrice"][];
            /** @description Those that are not over, in the order of their start */
            dates: components["schemas"]["PublicDate"][];
            /** @description A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known */
            updatedAt: string | null;
        };
        PublicEventSummary: {
            id: number;
            /** @description The readable part of its address; earlier ones lead to it */
            slug: string;
            title: string;
            subtitle: string;
            /** @description ISO 639-1; null: not known */
            language: string | null;
            image: components["schemas"]["PublicImage"] | null;
            categories: components["schemas"]["PublicCategoryName"][];
        };
        PublicFacets: {
            /** @description Dates that match all filters */
            total: number;
            categories: components["schemas"]["CategoryFacet"][];
            cities: components["schemas"]["CityFacet"][];
            months: components["schemas"]["MonthFacet"][];
            formats: components["schemas"]["FormatFacet"][];
            languages: components["schemas"]["LanguageFacet"][];
            trainers: components["schemas"]["TrainerFacet"][];
        };
        PublicFile: {
            id: number;
            name: string;
            description: string;
            /** @description With a version: what it gives never changes */
            url: string;
            /** @description Its media type */
            type: string;
            /** @description In bytes */
            size: number;
        };
        PublicImage: {
            /** @description What it shows, for those who do not see it: the `alt` of an `img` */
            alt: string;
            /** @description Its widest JPEG; of an image elsewhere, its address */
            url: string;
            width: number | null;
            /** @description null: it is elsewhere, and not known */
            height: number | null;
            /** @description Widths of 320, 640 and 1280 in WebP, then in JPEG, never wider than the original; empty for an image elsewhere */
            sources: components["schemas"]["PublicImageSource"][];
        };
        PublicImageSource: {
            /** @description With a version: what it gives never changes */
            url: string;
            /**
             * @description Its media type
             * @enum {unknown}
             */
            type: "image/webp" | "image/jpeg";
            width: number;
            height: number;
        };
        PublicLocation: {
            id: number;
            name: string;
            street: string;
            zip: string;
            city: string;
            /** @description ISO 3166-1 alpha-2 */
            country: string | null;
            /** @description Its website */
            url: string | null;
            image: components["schemas"]["PublicImage"] | null;
        };
        PublicModule: {
            dateId: number;
            title: string;
            /** @description A point in time with its offset, 2027-03-01T09:00:00+01:00; only the day if the time is not known */
            start: string | null;
            isOptional: boolean;
        };
        PublicPrice: {
            id: number;
            title: string;
            description: string;
            gross: components["schemas"]["Money"];
            net: components["schemas"]["Money"];
            /** @description Percent, a decimal text */
            taxRate: string;
            /** @description A calendar date, YYYY-MM-DD */
            validFrom: string | null;
            /** @description A calendar date, YYYY-MM-DD */
            validTo: string | null;
            /** @description The category of visitors whose price it is, such as members; empty: everyone */
            validFor: string;
            /** @description Whether it is valid today */
            isCurrent: boolean;
        };
        PublicQuestion: {
            id: number;
            /** @enum {unknown} */
            kind: "text" | "choice" | "checkbox";
            text: string;
            /** @description Of a `choice` */
            choices: string[];
            /** @description Of a `checkbox`: it has to be ticked */
            isRequired: boolean;
            /** @description Answered by `answers` of each seat with a person, otherwise by `answers` of the booking */
            isPerParticipant: boolean;
        };
        PublicSeats: {
            max: number;
            /** @description null: the provider hides it */
            free: number | null;
        };
        PublicTermsDocument: {
            id: number;
            /** @description What `accepted` of a booking names beside the id */
            version: number;
            title: string;
            /** @description Without scripts */
            html: string;
            /**
             * @description The document may not exist in the language asked for
             * @enum {unknown}
             */
            language: "de" | "en";
            /**
             * @description `consumers`: concerns bookings with `isConsumer: true`; `businesses`: those without
             * @enum {unknown}
             */
            audience: "everyone" | "consumers" | "businesses";
            /** @description false: it is shown, such as the instructions on withdrawal */
            mustBeAccepted: boolean;
        };
        PublicTrainer: {
            id: number;
            name: string;
            title: string;
            image: components["schemas"]["PublicImage"] | null;
            /** @description The address of a page */
            url: string | null;
        };
        TrainerFacet: {
            id: number;
            name: string;
            /** @description Dates */
            count: number;
        };
    };
    responses: {
        /** @description Invalid request */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/invalid-request",
                 *       "title": "Invalid request",
                 *       "status": 400,
                 *       "detail": "Invalid request",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid key */
        InvalidKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/invalid-key",
                 *       "title": "No valid key",
                 *       "status": 401,
                 *       "detail": "No valid key",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Origin not allowed */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/origin-not-allowed",
                 *       "title": "Origin not allowed",
                 *       "status": 403,
                 *       "detail": "Origin not allowed",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/not-found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "Not found",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Method not allowed */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/method-not-allowed",
                 *       "title": "Method not allowed",
                 *       "status": 405,
                 *       "detail": "Method not allowed",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No acceptable encoding */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/not-acceptable",
                 *       "title": "No acceptable encoding",
                 *       "status": 406,
                 *       "detail": "No acceptable encoding",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict; Seats taken */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/conflict",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Conflict",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Cursor expired */
        CursorExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/cursor-expired",
                 *       "title": "Cursor expired",
                 *       "status": 410,
                 *       "detail": "Cursor expired",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too large */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/too-large",
                 *       "title": "Request too large",
                 *       "status": 413,
                 *       "detail": "Request too large",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported media type */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/unsupported-media-type",
                 *       "title": "Unsupported media type",
                 *       "status": 415,
                 *       "detail": "Unsupported media type",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/too-many-requests",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "Too many requests",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/internal-error",
                 *       "title": "Internal error",
                 *       "status": 500,
                 *       "detail": "Internal error",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/unavailable",
                 *       "title": "Service unavailable",
                 *       "status": 503,
                 *       "detail": "Service unavailable",
                 *       "requestId": "5f3a9c01d2e4-7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Strong; send it as `If-None-Match` */
        ETag: string;
        /** @description By default `public, max-age=0, must-revalidate`: ask again before a copy is used */
        "Cache-Control": string;
        /** @description What is left of the quota (IETF draft) */
        RateLimit: string;
        /** @description The quota of a minute */
        "RateLimit-Policy": string;
        /** @description Seconds to wait */
        "Retry-After": number;
        /** @description Names the request in the log */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type CategoryFacet = components['schemas']['CategoryFacet'];
export type CityFacet = components['schemas']['CityFacet'];
export type FormatFacet = components['schemas']['FormatFacet'];
export type LanguageFacet = components['schemas']['LanguageFacet'];
export type Money = components['schemas']['Money'];
export type MonthFacet = components['schemas']['MonthFacet'];
export type Problem = components['schemas']['Problem'];
export type PublicCancellationStep = components['schemas']['PublicCancellationStep'];
export type PublicCategory = components['schemas']['PublicCategory'];
export type PublicCategoryName = components['schemas']['PublicCategoryName'];
export type PublicChange = components['schemas']['PublicChange'];
export type PublicDate = components['schemas']['PublicDate'];
export type PublicDay = components['schemas']['PublicDay'];
export type PublicEvent = components['schemas']['PublicEvent'];
export type PublicEventSummary = components['schemas']['PublicEventSummary'];
export type PublicFacets = components['schemas']['PublicFacets'];
export type PublicFile = components['schemas']['PublicFile'];
export type PublicImage = components['schemas']['PublicImage'];
export type PublicImageSource = components['schemas']['PublicImageSource'];
export type PublicLocation = components['schemas']['PublicLocation'];
export type PublicModule = components['schemas']['PublicModule'];
export type PublicPrice = components['schemas']['PublicPrice'];
export type PublicQuestion = components['schemas']['PublicQuestion'];
export type PublicSeats = components['schemas']['PublicSeats'];
export type PublicTermsDocument = components['schemas']['PublicTermsDocument'];
export type PublicTrainer = components['schemas']['PublicTrainer'];
export type TrainerFacet = components['schemas']['TrainerFacet'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidKey = components['responses']['InvalidKey'];
export type ResponseOriginNotAllowed = components['responses']['OriginNotAllowed'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseCursorExpired = components['responses']['CursorExpired'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type $defs = Record<string, never>;
export interface operations {
    getDates: {
        parameters: {
            query?: {
                /**
                 * @description The first day that a date may touch; left out: today
                 * @example 2027-01-01
                 */
                from?: string;
                /** @description The last day that a date may touch */
                to?: string;
                /** @description Ids of events */
                event?: number[];
                /**
                 * @description Ids of categories, with those below them
                 * @example [
                 *       1
                 *     ]
                 */
                category?: number[];
                /** @description Ids of catalogues */
                catalog?: number[];
                /** @description Names of cities, as in the facets */
                city?: string[];
                /** @description Ids of locations */
                location?: number[];
                /** @description Formats, such as online */
                format?: string[];
                /** @description Languages, ISO 639-1 */
                language?: string[];
                /** @description Ids of trainers */
                trainer?: number[];
                /** @description Statuses of the provider */
                status?: string[];
                /** @description How a date can be booked */
                availability?: ("available" | "few" | "waitingList" | "full" | "closed" | "cancelled")[];
                /** @description Words in any order, also parts of words; accents and small typing errors do not matter */
                q?: string;
                /**
                 * @description Left out: start. price: the lowest gross price of today
                 * @example start
                 */
                sort?: "start" | "-start" | "title" | "price";
                /**
                 * @description Entries of a page; left out: 20
                 * @example 20
                 */
                limit?: number;
                /** @description From `next` of the page before; opaque */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 41,
                     *           "slug": "introduction-to-r-41",
                     *           "url": null,
                     *           "event": {
                     *             "id": 7,
                     *             "slug": "introduction-to-r",
                     *             "title": "Introduction to R",
                     *             "subtitle": "Statistics without fear",
                     *             "language": "en",
                     *             "image": {
                     *               "alt": "A scatter plot with a regression line",
                     *               "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *               "width": 1280,
                     *               "height": 853,
                     *               "sources": [
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 320,
                     *                   "height": 213
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 640,
                     *                   "height": 427
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 1280,
                     *                   "height": 853
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 320,
                     *                   "height": 213
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 640,
                     *                   "height": 427
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 1280,
                     *                   "height": 853
                     *                 }
                     *               ]
                     *             },
                     *             "categories": [
                     *               {
                     *                 "id": 1,
                     *                 "name": "Data Science"
                     *               }
                     *             ]
                     *           },
                     *           "title": "Introduction to R",
                     *           "subtitle": "",
                     *           "identifier": "R-2027-03",
                     *           "start": "2027-03-01T09:00:00+01:00",
                     *           "end": "2027-03-01T17:00:00+01:00",
                     *           "timeZone": "Europe/Berlin",
                     *           "days": [
                     *             {
                     *               "date": "2027-03-01",
                     *               "from": "09:00",
                     *               "to": "17:00"
                     *             }
                     *           ],
                     *           "duration": "8 hours",
                     *           "status": "confirmed",
                     *           "format": "onsite",
                     *           "location": {
                     *             "id": 12,
                     *             "name": "Seminar house",
                     *             "street": "Hafenstraße 1",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "country": "DE",
                     *             "url": null,
                     *             "image": null
                     *           },
                     *           "trainers": [
                     *             {
                     *               "id": 1,
                     *               "name": "Ada Lovelace",
                     *               "title": "Dr.",
                     *               "image": null,
                     *               "url": null
                     *             }
                     *           ],
                     *           "seats": {
                     *             "max": 12,
                     *             "free": 5
                     *           },
                     *           "availability": "available",
                     *           "prices": [
                     *             {
                     *               "id": 3,
                     *               "title": "Regular",
                     *               "description": "",
                     *               "gross": {
                     *                 "amount": "690.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "net": {
                     *                 "amount": "579.83",
                     *                 "currency": "EUR"
                     *               },
                     *               "taxRate": "19.00",
                     *               "validFrom": null,
                     *               "validTo": null,
                     *               "validFor": "",
                     *               "isCurrent": true
                     *             }
                     *           ],
                     *           "bookableFrom": null,
                     *           "bookableTo": "2027-02-22",
                     *           "bookingUrl": null,
                     *           "modules": [],
                     *           "files": [],
                     *           "updatedAt": "2026-11-02T10:15:00+01:00"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicDate"][];
                        /** @description How many match, on all pages */
                        total: number;
                        /** @description The address of the next page; null: this is the last one */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 41 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "slug": "introduction-to-r-41",
                     *       "url": null,
                     *       "event": {
                     *         "id": 7,
                     *         "slug": "introduction-to-r",
                     *         "title": "Introduction to R",
                     *         "subtitle": "Statistics without fear",
                     *         "language": "en",
                     *         "image": {
                     *           "alt": "A scatter plot with a regression line",
                     *           "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *           "width": 1280,
                     *           "height": 853,
                     *           "sources": [
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *               "type": "image/webp",
                     *               "width": 320,
                     *               "height": 213
                     *             },
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *               "type": "image/webp",
                     *               "width": 640,
                     *               "height": 427
                     *             },
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *               "type": "image/webp",
                     *               "width": 1280,
                     *               "height": 853
                     *             },
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *               "type": "image/jpeg",
                     *               "width": 320,
                     *               "height": 213
                     *             },
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *               "type": "image/jpeg",
                     *               "width": 640,
                     *               "height": 427
                     *             },
                     *             {
                     *               "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *               "type": "image/jpeg",
                     *               "width": 1280,
                     *               "height": 853
                     *             }
                     *           ]
                     *         },
                     *         "categories": [
                     *           {
                     *             "id": 1,
                     *             "name": "Data Science"
                     *           }
                     *         ]
                     *       },
                     *       "title": "Introduction to R",
                     *       "subtitle": "",
                     *       "identifier": "R-2027-03",
                     *       "start": "2027-03-01T09:00:00+01:00",
                     *       "end": "2027-03-01T17:00:00+01:00",
                     *       "timeZone": "Europe/Berlin",
                     *       "days": [
                     *         {
                     *           "date": "2027-03-01",
                     *           "from": "09:00",
                     *           "to": "17:00"
                     *         }
                     *       ],
                     *       "duration": "8 hours",
                     *       "status": "confirmed",
                     *       "format": "onsite",
                     *       "location": {
                     *         "id": 12,
                     *         "name": "Seminar house",
                     *         "street": "Hafenstraße 1",
                     *         "zip": "20457",
                     *         "city": "Hamburg",
                     *         "country": "DE",
                     *         "url": null,
                     *         "image": null
                     *       },
                     *       "trainers": [
                     *         {
                     *           "id": 1,
                     *           "name": "Ada Lovelace",
                     *           "title": "Dr.",
                     *           "image": null,
                     *           "url": null
                     *         }
                     *       ],
                     *       "seats": {
                     *         "max": 12,
                     *         "free": 5
                     *       },
                     *       "availability": "available",
                     *       "prices": [
                     *         {
                     *           "id": 3,
                     *           "title": "Regular",
                     *           "description": "",
                     *           "gross": {
                     *             "amount": "690.00",
                     *             "currency": "EUR"
                     *           },
                     *           "net": {
                     *             "amount": "579.83",
                     *             "currency": "EUR"
                     *           },
                     *           "taxRate": "19.00",
                     *           "validFrom": null,
                     *           "validTo": null,
                     *           "validFor": "",
                     *           "isCurrent": true
                     *         }
                     *       ],
                     *       "bookableFrom": null,
                     *       "bookableTo": "2027-02-22",
                     *       "bookingUrl": null,
                     *       "modules": [],
                     *       "files": [],
                     *       "updatedAt": "2026-11-02T10:15:00+01:00"
                     *     }
                     */
                    "application/json": components["schemas"]["PublicDate"];
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /**
                 * @description Ids of categories, with those below them
                 * @example [
                 *       1
                 *     ]
                 */
                category?: number[];
                /** @description ISO 639-1 */
                language?: string[];
                /** @description Words, as for dates */
                q?: string;
                /**
                 * @description Entries of a page; left out: 20
                 * @example 20
                 */
                limit?: number;
                /** @description From `next` of the page before; opaque */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 7,
                     *           "slug": "introduction-to-r",
                     *           "title": "Introduction to R",
                     *           "subtitle": "Statistics without fear",
                     *           "language": "en",
                     *           "image": {
                     *             "alt": "A scatter plot with a regression line",
                     *             "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *             "width": 1280,
                     *             "height": 853,
                     *             "sources": [
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *                 "type": "image/webp",
                     *                 "width": 320,
                     *                 "height": 213
                     *               },
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *                 "type": "image/webp",
                     *                 "width": 640,
                     *                 "height": 427
                     *               },
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *                 "type": "image/webp",
                     *                 "width": 1280,
                     *                 "height": 853
                     *               },
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *                 "type": "image/jpeg",
                     *                 "width": 320,
                     *                 "height": 213
                     *               },
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *                 "type": "image/jpeg",
                     *                 "width": 640,
                     *                 "height": 427
                     *               },
                     *               {
                     *                 "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *                 "type": "image/jpeg",
                     *                 "width": 1280,
                     *                 "height": 853
                     *               }
                     *             ]
                     *           },
                     *           "categories": [
                     *             {
                     *               "id": 1,
                     *               "name": "Data Science"
                     *             }
                     *           ],
                     *           "url": null,
                     *           "identifier": "R",
                     *           "teaser": "<p>From the first plot to the report.</p>",
                     *           "description": "<p>You learn to read, clean and show data.</p>",
                     *           "objectives": "",
                     *           "targetGroup": "<p>Researchers</p>",
                     *           "requirements": "",
                     *           "itinerary": "",
                     *           "service": "",
                     *           "files": [
                     *             {
                     *               "id": 94,
                     *               "name": "Programme",
                     *               "description": "",
                     *               "url": "/public/v1/files/94/programme.8d1f0c9a7b6e5d43.pdf",
                     *               "type": "application/pdf",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "prices": [
                     *             {
                     *               "id": 3,
                     *               "title": "Regular",
                     *               "description": "",
                     *               "gross": {
                     *                 "amount": "690.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "net": {
                     *                 "amount": "579.83",
                     *                 "currency": "EUR"
                     *               },
                     *               "taxRate": "19.00",
                     *               "validFrom": null,
                     *               "validTo": null,
                     *               "validFor": "",
                     *               "isCurrent": true
                     *             }
                     *           ],
                     *           "dates": [
                     *             {
                     *               "id": 41,
                     *               "slug": "introduction-to-r-41",
                     *               "url": null,
                     *               "event": {
                     *                 "id": 7,
                     *                 "slug": "introduction-to-r",
                     *                 "title": "Introduction to R",
                     *                 "subtitle": "Statistics without fear",
                     *                 "language": "en",
                     *                 "image": {
                     *                   "alt": "A scatter plot with a regression line",
                     *                   "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *                   "width": 1280,
                     *                   "height": 853,
                     *                   "sources": [
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *                       "type": "image/webp",
                     *                       "width": 320,
                     *                       "height": 213
                     *                     },
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *                       "type": "image/webp",
                     *                       "width": 640,
                     *                       "height": 427
                     *                     },
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *                       "type": "image/webp",
                     *                       "width": 1280,
                     *                       "height": 853
                     *                     },
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *                       "type": "image/jpeg",
                     *                       "width": 320,
                     *                       "height": 213
                     *                     },
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *                       "type": "image/jpeg",
                     *                       "width": 640,
                     *                       "height": 427
                     *                     },
                     *                     {
                     *                       "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *                       "type": "image/jpeg",
                     *                       "width": 1280,
                     *                       "height": 853
                     *                     }
                     *                   ]
                     *                 },
                     *                 "categories": [
                     *                   {
                     *                     "id": 1,
                     *                     "name": "Data Science"
                     *                   }
                     *                 ]
                     *               },
                     *               "title": "Introduction to R",
                     *               "subtitle": "",
                     *               "identifier": "R-2027-03",
                     *               "start": "2027-03-01T09:00:00+01:00",
                     *               "end": "2027-03-01T17:00:00+01:00",
                     *               "timeZone": "Europe/Berlin",
                     *               "days": [
                     *                 {
                     *                   "date": "2027-03-01",
                     *                   "from": "09:00",
                     *                   "to": "17:00"
                     *                 }
                     *               ],
                     *               "duration": "8 hours",
                     *               "status": "confirmed",
                     *               "format": "onsite",
                     *               "location": {
                     *                 "id": 12,
                     *                 "name": "Seminar house",
                     *                 "street": "Hafenstraße 1",
                     *                 "zip": "20457",
                     *                 "city": "Hamburg",
                     *                 "country": "DE",
                     *                 "url": null,
                     *                 "image": null
                     *               },
                     *               "trainers": [
                     *                 {
                     *                   "id": 1,
                     *                   "name": "Ada Lovelace",
                     *                   "title": "Dr.",
                     *                   "image": null,
                     *                   "url": null
                     *                 }
                     *               ],
                     *               "seats": {
                     *                 "max": 12,
                     *                 "free": 5
                     *               },
                     *               "availability": "available",
                     *               "prices": [
                     *                 {
                     *                   "id": 3,
                     *                   "title": "Regular",
                     *                   "description": "",
                     *                   "gross": {
                     *                     "amount": "690.00",
                     *                     "currency": "EUR"
                     *                   },
                     *                   "net": {
                     *                     "amount": "579.83",
                     *                     "currency": "EUR"
                     *                   },
                     *                   "taxRate": "19.00",
                     *                   "validFrom": null,
                     *                   "validTo": null,
                     *                   "validFor": "",
                     *                   "isCurrent": true
                     *                 }
                     *               ],
                     *               "bookableFrom": null,
                     *               "bookableTo": "2027-02-22",
                     *               "bookingUrl": null,
                     *               "modules": [],
                     *               "files": [],
                     *               "updatedAt": "2026-11-02T10:15:00+01:00"
                     *             }
                     *           ],
                     *           "updatedAt": "2026-10-30T16:00:00+01:00"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicEvent"][];
                        /** @description How many match, on all pages */
                        total: number;
                        /** @description The address of the next page; null: this is the last one */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or slug
                 * @example 7
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "slug": "introduction-to-r",
                     *       "title": "Introduction to R",
                     *       "subtitle": "Statistics without fear",
                     *       "language": "en",
                     *       "image": {
                     *         "alt": "A scatter plot with a regression line",
                     *         "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *         "width": 1280,
                     *         "height": 853,
                     *         "sources": [
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *             "type": "image/webp",
                     *             "width": 320,
                     *             "height": 213
                     *           },
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *             "type": "image/webp",
                     *             "width": 640,
                     *             "height": 427
                     *           },
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *             "type": "image/webp",
                     *             "width": 1280,
                     *             "height": 853
                     *           },
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *             "type": "image/jpeg",
                     *             "width": 320,
                     *             "height": 213
                     *           },
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *             "type": "image/jpeg",
                     *             "width": 640,
                     *             "height": 427
                     *           },
                     *           {
                     *             "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *             "type": "image/jpeg",
                     *             "width": 1280,
                     *             "height": 853
                     *           }
                     *         ]
                     *       },
                     *       "categories": [
                     *         {
                     *           "id": 1,
                     *           "name": "Data Science"
                     *         }
                     *       ],
                     *       "url": null,
                     *       "identifier": "R",
                     *       "teaser": "<p>From the first plot to the report.</p>",
                     *       "description": "<p>You learn to read, clean and show data.</p>",
                     *       "objectives": "",
                     *       "targetGroup": "<p>Researchers</p>",
                     *       "requirements": "",
                     *       "itinerary": "",
                     *       "service": "",
                     *       "files": [
                     *         {
                     *           "id": 94,
                     *           "name": "Programme",
                     *           "description": "",
                     *           "url": "/public/v1/files/94/programme.8d1f0c9a7b6e5d43.pdf",
                     *           "type": "application/pdf",
                     *           "size": 48213
                     *         }
                     *       ],
                     *       "prices": [
                     *         {
                     *           "id": 3,
                     *           "title": "Regular",
                     *           "description": "",
                     *           "gross": {
                     *             "amount": "690.00",
                     *             "currency": "EUR"
                     *           },
                     *           "net": {
                     *             "amount": "579.83",
                     *             "currency": "EUR"
                     *           },
                     *           "taxRate": "19.00",
                     *           "validFrom": null,
                     *           "validTo": null,
                     *           "validFor": "",
                     *           "isCurrent": true
                     *         }
                     *       ],
                     *       "dates": [
                     *         {
                     *           "id": 41,
                     *           "slug": "introduction-to-r-41",
                     *           "url": null,
                     *           "event": {
                     *             "id": 7,
                     *             "slug": "introduction-to-r",
                     *             "title": "Introduction to R",
                     *             "subtitle": "Statistics without fear",
                     *             "language": "en",
                     *             "image": {
                     *               "alt": "A scatter plot with a regression line",
                     *               "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *               "width": 1280,
                     *               "height": 853,
                     *               "sources": [
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 320,
                     *                   "height": 213
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 640,
                     *                   "height": 427
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.webp",
                     *                   "type": "image/webp",
                     *                   "width": 1280,
                     *                   "height": 853
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-320.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 320,
                     *                   "height": 213
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-640.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 640,
                     *                   "height": 427
                     *                 },
                     *                 {
                     *                   "url": "/public/v1/files/5/introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg",
                     *                   "type": "image/jpeg",
                     *                   "width": 1280,
                     *                   "height": 853
                     *                 }
                     *               ]
                     *             },
                     *             "categories": [
                     *               {
                     *                 "id": 1,
                     *                 "name": "Data Science"
                     *               }
                     *             ]
                     *           },
                     *           "title": "Introduction to R",
                     *           "subtitle": "",
                     *           "identifier": "R-2027-03",
                     *           "start": "2027-03-01T09:00:00+01:00",
                     *           "end": "2027-03-01T17:00:00+01:00",
                     *           "timeZone": "Europe/Berlin",
                     *           "days": [
                     *             {
                     *               "date": "2027-03-01",
                     *               "from": "09:00",
                     *               "to": "17:00"
                     *             }
                     *           ],
                     *           "duration": "8 hours",
                     *           "status": "confirmed",
                     *           "format": "onsite",
                     *           "location": {
                     *             "id": 12,
                     *             "name": "Seminar house",
                     *             "street": "Hafenstraße 1",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "country": "DE",
                     *             "url": null,
                     *             "image": null
                     *           },
                     *           "trainers": [
                     *             {
                     *               "id": 1,
                     *               "name": "Ada Lovelace",
                     *               "title": "Dr.",
                     *               "image": null,
                     *               "url": null
                     *             }
                     *           ],
                     *           "seats": {
                     *             "max": 12,
                     *             "free": 5
                     *           },
                     *           "availability": "available",
                     *           "prices": [
                     *             {
                     *               "id": 3,
                     *               "title": "Regular",
                     *               "description": "",
                     *               "gross": {
                     *                 "amount": "690.00",
                     *                 "currency": "EUR"
                     *               },
                     *               "net": {
                     *                 "amount": "579.83",
                     *                 "currency": "EUR"
                     *               },
                     *               "taxRate": "19.00",
                     *               "validFrom": null,
                     *               "validTo": null,
                     *               "validFor": "",
                     *               "isCurrent": true
                     *             }
                     *           ],
                     *           "bookableFrom": null,
                     *           "bookableTo": "2027-02-22",
                     *           "bookingUrl": null,
                     *           "modules": [],
                     *           "files": [],
                     *           "updatedAt": "2026-11-02T10:15:00+01:00"
                     *         }
                     *       ],
                     *       "updatedAt": "2026-10-30T16:00:00+01:00"
                     *     }
                     */
                    "application/json": components["schemas"]["PublicEvent"];
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Data Science",
                     *           "language": "en",
                     *           "children": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicCategory"][];
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFacets: {
        parameters: {
            query?: {
                /** @description The first day that a date may touch; left out: today */
                from?: string;
                /** @description The last day that a date may touch */
                to?: string;
                /** @description Ids of events */
                event?: number[];
                /**
                 * @description Ids of categories, with those below them
                 * @example [
                 *       1
                 *     ]
                 */
                category?: number[];
                /** @description Ids of catalogues */
                catalog?: number[];
                /** @description Names of cities, as in the facets */
                city?: string[];
                /** @description Ids of locations */
                location?: number[];
                /** @description Formats, such as online */
                format?: string[];
                /** @description Languages, ISO 639-1 */
                language?: string[];
                /** @description Ids of trainers */
                trainer?: number[];
                /** @description Statuses of the provider */
                status?: string[];
                /** @description How a date can be booked */
                availability?: ("available" | "few" | "waitingList" | "full" | "closed" | "cancelled")[];
                /** @description Words in any order, also parts of words; accents and small typing errors do not matter */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 12,
                     *       "categories": [
                     *         {
                     *           "id": 1,
                     *           "name": "Data Science",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "cities": [
                     *         {
                     *           "id": "Hamburg",
                     *           "name": "Hamburg",
                     *           "count": 7
                     *         }
                     *       ],
                     *       "months": [
                     *         {
                     *           "id": "2027-03",
                     *           "count": 4
                     *         }
                     *       ],
                     *       "formats": [
                     *         {
                     *           "id": "online",
                     *           "name": "Online",
                     *           "count": 5
                     *         }
                     *       ],
                     *       "languages": [
                     *         {
                     *           "id": "de",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "trainers": [
                     *         {
                     *           "id": 1,
                     *           "name": "Ada Lovelace",
                     *           "count": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PublicFacets"];
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDateCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 41 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     …
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description The first day that a date may touch; left out: today */
                from?: string;
                /** @description The last day that a date may touch */
                to?: string;
                /** @description Ids of events */
                event?: number[];
                /**
                 * @description Ids of categories, with those below them
                 * @example [
                 *       1
                 *     ]
                 */
                category?: number[];
                /** @description Ids of catalogues */
                catalog?: number[];
                /** @description Names of cities, as in the facets */
                city?: string[];
                /** @description Ids of locations */
                location?: number[];
                /** @description Formats, such as online */
                format?: string[];
                /** @description Languages, ISO 639-1 */
                language?: string[];
                /** @description Ids of trainers */
                trainer?: number[];
                /** @description Statuses of the provider */
                status?: string[];
                /** @description How a date can be booked */
                availability?: ("available" | "few" | "waitingList" | "full" | "closed" | "cancelled")[];
                /** @description Words in any order, also parts of words; accents and small typing errors do not matter */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     …
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventJsonLd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or slug
                 * @example 7
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@context": "https://schema.org",
                     *       "@type": "Course",
                     *       "name": "Introduction to R"
                     *     }
                     */
                    "application/ld+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFeed: {
        parameters: {
            query?: {
                /** @description The first day that a date may touch; left out: today */
                from?: string;
                /** @description The last day that a date may touch */
                to?: string;
                /** @description Ids of events */
                event?: number[];
                /**
                 * @description Ids of categories, with those below them
                 * @example [
                 *       1
                 *     ]
                 */
                category?: number[];
                /** @description Ids of catalogues */
                catalog?: number[];
                /** @description Names of cities, as in the facets */
                city?: string[];
                /** @description Ids of locations */
                location?: number[];
                /** @description Formats, such as online */
                format?: string[];
                /** @description Languages, ISO 639-1 */
                language?: string[];
                /** @description Ids of trainers */
                trainer?: number[];
                /** @description Statuses of the provider */
                status?: string[];
                /** @description How a date can be booked */
                availability?: ("available" | "few" | "waitingList" | "full" | "closed" | "cancelled")[];
                /** @description Words in any order, also parts of words; accents and small typing errors do not matter */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <feed xmlns="http://www.w3.org/2005/Atom">…</feed> */
                    "application/atom+xml": string;
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSitemap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">…</urlset> */
                    "application/xml": string;
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /** @description The cursor of the call before; opaque */
                since?: string;
                /** @description Entries of a page; left out: 100. At a new day there may be more */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "type": "date",
                     *           "id": 41,
                     *           "change": "changed",
                     *           "reason": "seats"
                     *         }
                     *       ],
                     *       "next": "eyJmIjoi…"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicChange"][];
                        /** @description The cursor for the next call */
                        next: string;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["CursorExpired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTerms: {
        parameters: {
            query: {
                /**
                 * @description The date to be booked
                 * @example 139
                 */
                dateId: number;
                /**
                 * @description Of the documents; left out: `de`
                 * @example en
                 */
                language?: "de" | "en";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": 1,
                     *           "version": 2,
                     *           "title": "General terms and conditions",
                     *           "html": "<p>…</p>",
                     *           "language": "en",
                     *           "audience": "everyone",
                     *           "mustBeAccepted": true
                     *         }
                     *       ],
                     *       "cancellation": [
                     *         {
                     *           "daysBefore": 42,
                     *           "feePercent": "0.00"
                     *         },
                     *         {
                     *           "daysBefore": 14,
                     *           "feePercent": "50.00"
                     *         },
                     *         {
                     *           "daysBefore": 0,
                     *           "feePercent": "100.00"
                     *         }
                     *       ],
                     *       "withdrawalException": "",
                     *       "questions": [
                     *         {
                     *           "id": 3,
                     *           "kind": "choice",
                     *           "text": "How did you hear about us?",
                     *           "choices": [
                     *             "Search",
                     *             "Recommendation"
                     *           ],
                     *           "isRequired": false,
                     *           "isPerParticipant": false
                     *         }
                     *       ],
                     *       "hasNewsletter": true,
                     *       "takesVouchers": false,
                     *       "isConfirmedByMail": false
                     *     }
                     */
                    "application/json": {
                        documents: components["schemas"]["PublicTermsDocument"][];
                        /** @description From the most days on */
                        cancellation: components["schemas"]["PublicCancellationStep"][];
                        /** @description Why consumers cannot withdraw from this booking; empty: they can */
                        withdrawalException: string;
                        /** @description What `answers` of a booking and of its seats answer */
                        questions: components["schemas"]["PublicQuestion"][];
                        /** @description Whether `newsletter` of a booking subscribes to one */
                        hasNewsletter: boolean;
                        /** @description Whether there are vouchers */
                        takesVouchers: boolean;
                        /** @description Whether the booking is made by a link in a mail, within an hour; not with a secret key */
                        isConfirmedByMail: boolean;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "parameters": {
                     *         "algorithm": "PBKDF2/SHA-256",
                     *         "cost": 1000,
                     *         "expiresAt": 1800000000,
                     *         "keyLength": 32,
                     *         "keyPrefix": "6f2c0d5f8a1b4e7790c3d2e1f0a9b8c7",
                     *         "nonce": "0f3b6d1c2e4a5968778695a4b3c2d1e0",
                     *         "salt": "a1b2c3d4e5f60718293a4b5c6d7e8f90"
                     *       },
                     *       "signature": "5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592"
                     *     }
                     */
                    "application/json": {
                        parameters: {
                            algorithm: string;
                            cost: number;
                            /** @description Seconds since 1970 */
                            expiresAt: number;
                            keyLength: number;
                            /** @description What the derived key begins with */
                            keyPrefix: string;
                            nonce: string;
                            salt: string;
                        };
                        /** @description By this server */
                        signature: string;
                    };
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID: the same request with the same key has no further effect, and gets the same response, for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dateId": 139,
                 *       "seats": 2,
                 *       "language": "en"
                 *     }
                 */
                "application/json": {
                    dateId: number;
                    /** @description Of a series: the dates of the modules; left out: those that are mandatory or preselected */
                    moduleDateIds?: number[];
                    seats: number;
                    /** @description Whose price it is: the `validFor` of a price of the date; left out: the price for everyone */
                    visitorCategory?: string;
                    /** @description The code of a voucher; case, spaces and hyphens do not matter */
                    voucher?: string;
                    /**
                     * Format: date
                     * @description The price on another day; left out: today
                     */
                    day?: string;
                    /**
                     * @description Of the texts; left out: `de`
                     * @enum {unknown}
                     */
                    language?: "de" | "en";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": [
                     *         {
                     *           "text": "Regular price",
                     *           "quantity": 2,
                     *           "unit": {
                     *             "amount": "690.00",
                     *             "currency": "EUR"
                     *           },
                     *           "amount": {
                     *             "amount": "1380.00",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "reasons": [
                     *         {
                     *           "rule": "price:12",
                     *           "applied": true,
                     *           "text": "“Regular price” applies."
                     *         },
                     *         {
                     *           "rule": "price:13",
                     *           "applied": false,
                     *           "text": "“Early bird” applied until 31 October 2026."
                     *         }
                     *       ],
                     *       "net": {
                     *         "amount": "1159.66",
                     *         "currency": "EUR"
                     *       },
                     *       "tax": [
                     *         {
                     *           "rate": "19.00",
                     *           "amount": {
                     *             "amount": "220.34",
                     *             "currency": "EUR"
                     *           }
                     *         }
                     *       ],
                     *       "gross": {
                     *         "amount": "1380.00",
                     *         "currency": "EUR"
                     *       },
                     *       "validUntil": null
                     *     }
                     */
                    "application/json": {
                        /** @description With VAT: the price, then a line with a negative amount for each discount */
                        lines: {
                            text: string;
                            quantity: number;
                            unit: components["schemas"]["Money"];
                            amount: components["schemas"]["Money"];
                        }[];
                        /** @description The rules that were looked at, and why they apply or do not */
                        reasons: {
                            rule: string;
                            applied: boolean;
                            text: string;
                        }[];
                        net: components["schemas"]["Money"] | null;
                        tax: {
                            /** @description Percent, a decimal text */
                            rate: string;
                            amount: components["schemas"]["Money"];
                        }[];
                        gross: components["schemas"]["Money"] | null;
                        /** @description Until when the price stays; null: it is not known to change */
                        validUntil: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID: the same request with the same key has no further effect, and gets the same response, for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dateId": 139,
                 *       "seats": 2
                 *     }
                 */
                "application/json": {
                    dateId: number;
                    /** @description Of a series: the dates of the modules; left out: those that are mandatory or preselected */
                    moduleDateIds?: number[];
                    seats: number;
                    /**
                     * Format: uuid
                     * @description A hold that this one replaces
                     */
                    holdId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1f6c0a52-6d0e-4c1b-9a51-0f3f6e0b7c11",
                     *       "expiresAt": "2027-01-15T10:45:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /**
                         * Format: date-time
                         * @description When the seats are given back
                         */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, such as a UUID: the same request with the same key has no further effect, and gets the same response, for 24 hours */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dateId": 139,
                 *       "seats": [
                 *         {
                 *           "firstName": "Mara",
                 *           "lastName": "Lindt",
                 *           "email": "mara.lindt@nordlicht.example"
                 *         },
                 *         {
                 *           "later": true
                 *         }
                 *       ],
                 *       "orderer": {
                 *         "firstName": "Mara",
                 *         "lastName": "Lindt",
                 *         "email": "mara.lindt@nordlicht.example",
                 *         "company": "Nordlicht GmbH"
                 *       },
                 *       "invoiceTo": {
                 *         "company": "Nordlicht GmbH",
                 *         "street": "Hafenstraße",
                 *         "houseNumber": "7",
                 *         "zip": "20457",
                 *         "city": "Hamburg",
                 *         "country": "DE"
                 *       },
                 *       "isConsumer": false,
                 *       "accepted": []
                 *     }
                 */
                "application/json": {
                    dateId: number;
                    /** @description Of a series: the dates of the modules; left out: those that are mandatory or preselected */
                    moduleDateIds?: number[];
                    /**
                     * Format: uuid
                     * @description Its seats are used; what is left of them is given back
                     */
                    holdId?: string;
                    seats: ({
                        firstName: string;
                        /** Format: not-blank */
                        lastName: string;
                        /** Format: email-address */
                        email: string;
                        /** @description To the `questions` of `GET /terms` with `isPerParticipant` */
                        answers?: {
                            questionId: number;
                            /** @description A choice, `yes` of a checkbox, or a text */
                            answer: string;
                        }[];
                    } | {
                        /**
                         * @description The person is named later
                         * @constant
                         */
                        later: true;
                    })[];
                    orderer: {
                        firstName: string;
                        /** Format: not-blank */
                        lastName: string;
                        /** Format: email-address */
                        email: string;
                        phone?: string;
                        company?: string;
                        position?: string;
                    };
                    invoiceTo: {
                        company?: string;
                        /** Format: not-blank */
                        street: string;
                        houseNumber?: string;
                        /** Format: not-blank */
                        zip: string;
                        /** Format: not-blank */
                        city: string;
                        /** @description ISO 3166-1 alpha-2 */
                        country: string;
                        /** Format: email-address */
                        email?: string;
                        vatId?: string;
                        /** @description Such as a purchase order number */
                        reference?: string;
                    };
                    /** @description Whether the orderer is a consumer (§ 13 BGB) */
                    isConsumer: boolean;
                    /** @description The documents of `GET /terms` in the versions that were accepted */
                    accepted: {
                        id: number;
                        version: number;
                    }[];
                    /** @description The orderer subscribes, and confirms it by a mail (double opt-in) */
                    newsletter?: boolean;
                    /** @description To the other `questions` of `GET /terms` */
                    answers?: {
                        questionId: number;
                        /** @description A choice, `yes` of a checkbox, or a text */
                        answer: string;
                    }[];
                    comment?: string;
                    /** @description The UTM parameters of the link that led to the booking; staff see them with the order */
                    utm?: {
                        source?: string;
                        medium?: string;
                        campaign?: string;
                        term?: string;
                        content?: string;
                    };
                    /** @description Whose price it is: the `validFor` of a price of the date; left out: the price for everyone */
                    visitorCategory?: string;
                    /** @description The code of a voucher; case, spaces and hyphens do not matter */
                    voucher?: string;
                    /**
                     * @description Of the mail that asks for a confirmation; left out: `de`
                     * @enum {unknown}
                     */
                    language?: "de" | "en";
                    /**
                     * @description `waitingList`: seats that are not free go on the waiting list of the date, if it has one
                     * @enum {unknown}
                     */
                    whenFull?: "refuse" | "waitingList";
                    /** @description The solution of `GET /challenge` in base64; left out with a secret key alone */
                    proof?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "K7QF-3M2X",
                     *       "status": "confirmed",
                     *       "seats": [
                     *         {
                     *           "status": "confirmed",
                     *           "name": "Mara Lindt"
                     *         },
                     *         {
                     *           "status": "confirmed",
                     *           "name": null
                     *         }
                     *       ],
                     *       "gross": {
                     *         "amount": "1380.00",
                     *         "currency": "EUR"
                     *       },
                     *       "manageUrl": "https://kontor.example.org/booking/5b1d…"
                     *     }
                     */
                    "application/json": {
                        /** @description What the visitor quotes, such as `K7QF-3M2X` */
                        code: string;
                        /** @enum {unknown} */
                        status: "confirmed" | "waitingList" | "partly";
                        /** @description In the order of the request */
                        seats: {
                            /** @enum {unknown} */
                            status: "confirmed" | "waitingList";
                            /** @description null: named later */
                            name: string | null;
                        }[];
                        gross: components["schemas"]["Money"] | null;
                        /** @description A page for who ordered. It is a secret, and another one in each response */
                        manageUrl: string;
                    };
                };
            };
            /** @description The booking is made by a link in the mail that the orderer gets; the seats are held for an hour */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "toConfirm",
                     *       "expiresAt": "2027-01-15T11:30:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @enum {unknown} */
                        status: "toConfirm";
                        /**
                         * Format: date-time
                         * @description Until when the link in the mail books; the seats are held meanwhile
                         */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["OriginNotAllowed"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5 */
                id: number;
                /**
                 * @description The name with its version
                 * @example introduction-to-r-1280.3f9a0c1b2d4e5f60.jpg
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its media type */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example … */
                    "*/*": string;
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
