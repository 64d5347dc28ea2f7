// Made by `npm run generate` of the OpenAPI document.
export interface paths {
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a contact if it does not exist
         * @description A contact exists when one with the same e-mail address and the same last name exists; then `Location` has its path.
         *
         *     Needs the right `090300:add`.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description Needs the right `090300:access`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description A field that is not sent stays; `""` or `null` clears it; e-mail and last name cannot be cleared.
         *
         *     Needs the right `090300:edit`.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contacts/search/email/{emailaddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find contacts by e-mail address
         * @description Looks at all addresses of a contact, exact but for case.
         *
         *     Needs the right `090300:access`.
         */
        get: operations["searchContactsByEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/search/category/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find contacts by category ids
         * @description Several ids are separated by commas; each contact is returned once. The answer is streamed.
         *
         *     Needs the right `090300:access`.
         */
        get: operations["searchContactsByCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a company if it does not exist
         * @description A company with the same name, and the same zip where both have one, is returned unchanged.
         *
         *     Needs the right `090300:add`.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company
         * @description Needs the right `090300:access`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a company
         * @description A field that is not sent stays; `""` or `null` clears it; the name cannot be cleared. With `isDefaultAddress` false the given address is added beside the default one.
         *
         *     Needs the right `090300:edit`.
         */
        patch: operations["updateCompany"];
        trace?: never;
    };
    "/newsletter/subscribe/{formid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to a newsletter; the contact is created when it does not exist
         * @description With a `contactId`, consent and subscription are recorded only if `email` is an address of that contact, or it has none yet.
         *
         *     Needs a valid token.
         */
        post: operations["subscribeToNewsletter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/participant/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an e-mail to a participant
         * @description Makes a task and an entry in the logbook of the participation; `participantId` is its `partId`. With `messageId`, a letter that was filed with the participation before is not filed again: the answer names its task. The task belongs to the client of the participation’s lead, else to that of its date, else to the default client of the token’s user.
         *
         *     Needs a valid token.
         */
        post: operations["importParticipantMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/crmlead/{leadid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an e-mail into the logbook of a lead
         * @description With `messageId`, a letter that was filed with the lead before is not filed again: the answer names its task.
         *
         *     Needs a valid token.
         */
        post: operations["importLeadMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todo/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save an e-mail as a to-do
         * @description The to-do belongs to the default client of the token’s user; its id is the task’s id.
         *
         *     Needs a valid token.
         */
        post: operations["importTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachment/crm/{taskId}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file as an attachment of a task
         * @description The body is the raw file. Nothing is overwritten: a name that the task has already gets ` (2)`, ` (3)`, … before its extension; `path` says what it became. The answer comes when the file is complete and on disk.
         *
         *     Needs a valid token.
         */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leads/createLead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a lead that is linked to a contact
         * @description With `leadId` the contact is linked to that lead, and the fields given change it. The name is the subject, else the company, else first and last name, else those of the contact. `leadComment` is written to the logbook of the lead, with `useContactComment` to that of the contact too; `setCompanyContact` links the contact’s company to the lead. Without the right to access contacts, a name taken from the contact is shown as its id.
         *
         *     Needs a valid token.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leads/search/cid/{contactid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the leads of a contact
         * @description The leads of the contact in all clients of the token’s user, by id. A company’s include those linked by `setCompanyContact`. Without the right to access contacts, a lead that has the name of its contact or company shows its id instead.
         *
         *     Needs a valid token.
         */
        get: operations["searchLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leadCategories/findByClientId": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lead categories of a client
         * @description Without `clientId` the default client of the token’s user is taken.
         *
         *     Needs a valid token.
         */
        get: operations["findLeadCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/crmUsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the CRM users of a client
         * @description The users who can be the owner of a lead of this client. Without `clientId` the default client of the token’s user is taken.
         *
         *     Needs a valid token.
         */
        get: operations["findCrmUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoiceConfirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an invoice confirmation for articles
         * @description Names and prices of the articles are copied: later changes to an article change no confirmation. An article priced per day costs its price times the days, first and last counted. Without `addressId` the invoice address of the contact is taken, else its default address.
         *
         *     Needs the right `100400` and `100100`.
         */
        post: operations["createInvoiceConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/participations/search/cid/{contactId}/{searchPeriod}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event participations of a contact within a period
         * @description Participations in dates that start within today plus or minus `searchPeriod` calendar months, both ends included, by date. A day that a month lacks becomes its last day.
         *
         *     Needs a valid token.
         */
        get: operations["searchParticipations"];
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
        /**
         * Events with their dates
         * @description Parameters come as query parameters, as a JSON body, or both; lists in a query are separated by commas.
         *     Filters combine with AND. Parts that no flag asks for are there and empty. Events and dates that are not published are never returned.
         *     The header X-Total-Count says how many events match, whatever limit and offset.
         *
         *     Needs a valid token.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description The OpenAPI document of the interface. Needs no token.
         */
        get: operations["getOpenApi"];
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
        /** @description A postal address with the e-mail addresses and phones that belong to it */
        Address: {
            /** @description Id of the address */
            id: number;
            /** @description 1: business, 2: private, 3: invoice, 4: invoice dispatch, 5: other; the instance may have further types */
            addressType: number;
            /** @description Name of the company that the address belongs to; "": none */
            parentContact: string;
            /** @description Id of that company; 0: none */
            parentContactId: number;
            /** @description Whether it is the default address of its contact or company */
            isDefault: boolean;
            /** @description Position of the person */
            position: string;
            /** @description Department */
            department: string;
            /** @description Street without house number, or `Postfach` and the like */
            street: string;
            /** @description House number */
            houseNumber: string;
            /** @description Further line of the address */
            addition: string;
            /** @description Postal code */
            zip: string;
            /** @description City */
            city: string;
            /** @description State or region */
            state: string;
            /** @description Country as it was given, usually a code of ISO 3166 such as `DE` */
            country: string;
            /** @description E-mail addresses that belong to the address, by id */
            emails: {
                /** @description Id of the e-mail address */
                id: number;
                /** @description The e-mail address */
                email: string;
            }[];
            /** @description Phone numbers that belong to the address, by id */
            phones: components["schemas"]["Phone"][];
        };
        /** @description A category of events */
        CatalogueCategory: {
            /** @description Id of the category */
            eventcat_id: number;
            /** @description Language, such as `de` */
            lang_id: string;
            /** @description Name */
            eventcatname_name: string;
            /** @description Description in HTML */
            eventcat_desc: string;
            /** @description Text below its list, in HTML */
            eventcat_footerdesc: string;
            /** @description Colour, such as `#2b39a8` */
            eventcat_color: string;
            /** @description Name of an icon */
            font_icon: string;
            /** @description File name of the picture */
            diskitem_file: string;
            /** @description Id of the picture’s file; 0: none */
            diskitem_id: number;
            /** @description Id of the catalogue; 0: none */
            catalog_id: number;
            /** @description Id of the category above; 0: none */
            eventcat_parent: number;
            /** @description Whether the catalogue is protected */
            catalog_protected: boolean;
        };
        /** @description An event of the catalogue with its dates. With `fields`, any property may be missing; without it, every one is there */
        CatalogueEvent: {
            /** @description Id of the event */
            event_id: number;
            /** @description Identifier */
            event_identifier: string;
            /** @description Title */
            event_title: string;
            /** @description Subtitle */
            event_subtitle: string;
            /** @description Article number */
            event_article_no: string;
            /** @description Address of a further description */
            event_desc_link: string;
            /** @description Teaser in HTML */
            event_teaser: string;
            /** @description Description in HTML */
            event_description: string;
            /** @description Requirements in HTML */
            event_requirements: string;
            /** @description Objectives in HTML */
            event_objectives: string;
            /** @description Target group in HTML */
            event_target_group: string;
            /** @description Itinerary in HTML */
            event_itinerary: string;
            /** @description Services included in HTML */
            event_service: string;
            /** @description Meta data; "" without `eventMetaData` */
            meta_data: string;
            /** @description Number of days */
            days: number;
            /** @description Whether prospective customers may register their interest */
            prospective_allowed: boolean;
            /** @description Whether data of the cooperation partners may be published */
            publish_coop_data_allowed: boolean;
            /** @description Categories */
            event_catalog_categories: components["schemas"]["CatalogueCategory"][];
            /** @description Free fields */
            event_misc: components["schemas"]["Misc"][];
            /** @description Keywords; empty without `eventMetaTags` */
            meta_tags: components["schemas"]["MetaTag"][];
            /** @description Files: one list for each access right; empty without `eventDateFiles` */
            event_files: components["schemas"]["CatalogueFile"][][];
            /** @description Prices; empty without `prices` */
            event_prices: components["schemas"]["EventPrice"][];
            /** @description Discounts for groups; empty without `prices` */
            event_group_discounts: components["schemas"]["GroupDiscount"][];
            /** @description PDFs */
            event_pdfs: components["schemas"]["CataloguePdf"][];
            /** @description EBG data; empty without `ebgData` */
            ebg_data: components["schemas"]["EbgData"][];
            /** @description Conference package */
            conference_package: components["schemas"]["ConferencePackageItem"][];
            /** @description Dates that match the filters, by start */
            dates: components["schemas"]["EventDate"][];
        };
        /** @description A file of an event or of one of its dates */
        CatalogueFile: {
            /** @description Id of the event, for a file of a date as well */
            event_id: number;
            /** @description Id of the file */
            diskitem_id: number;
            /** @description `public`, `participants` or `internal`; the instance may have further values */
            access_right: string;
            /** @description Name */
            name: string;
            /** @description Description */
            description: string;
            /** @description Path or address */
            path: string;
        };
        /** @description A PDF of an event or a date */
        CataloguePdf: {
            /** @description Name */
            pdf_name: string;
            /** @description Key of the document */
            pdf_key: string;
            /** @description Address */
            pdf_link: string;
        };
        /** @description The client whose records are looked up */
        ClientQuery: {
            /** @description The client; left out: the default client of the token’s user */
            clientId?: number;
        };
        /** @description A company with all its addresses */
        Company: {
            /** @description Id; persons, companies and locations share one range of ids */
            id: number;
            /** @description Name */
            name: string;
            /** @description Second line of the name */
            name2: string;
            /** @description Ids of the categories, in ascending order */
            contactCategoriesId: number[];
            /** @description Default e-mail address */
            email: string;
            /** @description The default address; empty: none */
            defaultAddress: components["schemas"]["Address"][];
            /** @description Phone number of the default address */
            defaultPhone: components["schemas"]["Phone"];
            /** @description Fax number of the default address */
            defaultFax: components["schemas"]["Phone"];
            /** @description Mobile number of the default address */
            defaultMobile: components["schemas"]["Phone"];
            /** @description All addresses, by id */
            allAddress: components["schemas"]["Address"][];
        };
        /** @description The fields to change. One that is not sent stays; "" or null clears it */
        CompanyChange: {
            /**
             * Format: not-blank
             * @description Name; not blank. With the postal code, it identifies the company
             */
            name?: string;
            /** @description Second line of the name */
            name2?: string | null;
            /** @description E-mail address */
            email?: string | "" | null;
            /** @description Department, of the default address as all fields of an address */
            department?: string | null;
            /** @description Position of the person */
            position?: string | null;
            /** @description Street without house number */
            street?: string | null;
            /** @description House number */
            houseNumber?: string | null;
            /** @description Further line of the address */
            addition?: string | null;
            /** @description Postal code */
            zip?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description Country, best as a code of ISO 3166 such as `DE` */
            country?: string | null;
            /** @description Phone number; it is replaced as a whole */
            phone?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `phone`, or left out
                 * @constant
                 */
                type?: "phone";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description Fax number; it is replaced as a whole */
            fax?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `fax`, or left out
                 * @constant
                 */
                type?: "fax";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description Mobile number; it is replaced as a whole */
            mobile?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `mobile`, or left out
                 * @constant
                 */
                type?: "mobile";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description 1: business, 2: private, 3: invoice, 4: invoice dispatch, 5: other; the instance may have further types */
            addressType?: number;
            /** @description Whether the given address becomes the default one; the first address always does */
            isDefaultAddress?: boolean;
            /** @description Category that the company gets in addition */
            categoryId?: number;
            /** @description The categories of the company; replaces those that it has */
            contactCategoriesId?: number[] | null;
        };
        /** @description An item of the conference package */
        ConferencePackageItem: {
            /** @description Type of the resource */
            resource_type: string;
            /** @description Id of the resource, as a text */
            resource_id: string;
            /** @description Name of the article */
            article_name: string;
            /** @description Description */
            article_description: string;
            /** @description Comment */
            article_comment: string;
            /** @description Description in HTML */
            article_description_html: string;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            article_currency: string;
            /** @description Price for a day with two decimals; "": none */
            price_per_day: string;
            /** @description Purchase price; 0: none */
            article_price_buy: number;
            /** @description Sales price; 0: none */
            article_price_sale: number;
            /** @description Internal sales price; 0: none */
            article_price_sale_intern: number;
            /** @description VAT in percent */
            article_tax_amount: number;
            /** @description Sales price of this item instead of that of the article; 0: none */
            overwritten_sales_price: number;
            /** @description Whether prices include VAT */
            article_tax_included: boolean;
        };
        /** @description A person, a location, or a company seen as a contact */
        Contact: {
            /** @description Id; persons, companies and locations share one range of ids */
            id: number;
            /** @description `person`, `company` or `location` */
            contactType: string;
            /** @description `mr`, `ms` or "" (none) */
            salutation: string;
            /** @description Academic title, such as `Dr.` */
            title: string;
            /** @description First name */
            firstName: string;
            /** @description Last name; of a company or location, its name */
            lastName: string;
            /** @description Name of the company that the contact belongs to */
            company: string;
            /** @description Id of that company; 0: there is no record of it */
            companyId: number;
            /** @description Default e-mail address */
            email: string;
            /** @description Address of the website */
            website: string;
            /** @description Ids of the categories, in ascending order */
            contactCategoriesId: number[];
            /** @description The default address; empty: none */
            defaultAddress: components["schemas"]["Address"][];
            /** @description Phone number of the default address */
            defaultPhone: components["schemas"]["Phone"];
            /** @description Fax number of the default address */
            defaultFax: components["schemas"]["Phone"];
            /** @description Mobile number of the default address */
            defaultMobile: components["schemas"]["Phone"];
            /** @description All addresses, by id; empty without `loadAllAddresses` (always loaded after POST and PATCH) */
            allAddress: components["schemas"]["Address"][];
            /** @description Invoice addresses; empty without `loadInvoiceAddresses` (always loaded after POST and PATCH) */
            invoiceAddress: components["schemas"]["Address"][];
            /** @description Addresses to which invoices are sent; empty without `loadInvoiceSendAddresses` (always loaded after POST and PATCH) */
            invoiceSendAddress: components["schemas"]["Address"][];
            /** @description Address of the picture; "" without `loadContactImage` */
            image_url: string;
            /** @description Trainer data; only with `loadResourceData` */
            trn_data?: components["schemas"]["TrainerData"][];
            /** @description Location data; only with `loadResourceData` */
            loc_data?: components["schemas"]["LocationData"][];
            /** @description Newsletter subscriptions: one list for each `ext_type` */
            extNewsletter: components["schemas"]["ExtNewsletter"][][];
        };
        /** @description The fields to change. One that is not sent stays; "" or null clears it */
        ContactChange: {
            /** @description `mr`, `ms` or "" (none) */
            salutation?: ("" | "mr" | "ms") | null;
            /**
             * Format: not-blank
             * @description Last name; not blank
             */
            lastName?: string;
            /**
             * Format: email-address
             * @description E-mail address; with the last name, it identifies the contact
             */
            email?: string;
            /** @description Academic title, such as `Dr.` */
            title?: string | null;
            /** @description First name */
            firstName?: string | null;
            /** @description Name of the company; if exactly one company has it, the contact is linked to that one */
            company?: string | null;
            /** @description Company that the contact belongs to; 0: none */
            companyId?: number | null;
            /** @description Address of the website */
            website?: string | null;
            /** @description Department, of the default address as all fields of an address */
            department?: string | null;
            /** @description Position of the person */
            position?: string | null;
            /** @description Street without house number */
            street?: string | null;
            /** @description House number */
            houseNumber?: string | null;
            /** @description Further line of the address */
            addition?: string | null;
            /** @description Postal code */
            zip?: string | null;
            /** @description City */
            city?: string | null;
            /** @description State or region */
            state?: string | null;
            /** @description Country, best as a code of ISO 3166 such as `DE` */
            country?: string | null;
            /** @description 1: the address is a post office box */
            isPostOfficeBox?: number | null;
            /** @description Phone number; it is replaced as a whole */
            phone?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `phone`, or left out
                 * @constant
                 */
                type?: "phone";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description Fax number; it is replaced as a whole */
            fax?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `fax`, or left out
                 * @constant
                 */
                type?: "fax";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description Mobile number; it is replaced as a whole */
            mobile?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `mobile`, or left out
                 * @constant
                 */
                type?: "mobile";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            } | null;
            /** @description Category that the contact gets in addition */
            categoryId?: number;
            /** @description The categories of the contact; replaces those that it has */
            contactCategoriesId?: number[] | null;
        };
        /** @description A cooperation partner of a date */
        CoopPartner: {
            /** @description Street */
            address_street: string;
            /** @description House number */
            address_housenumber: string;
            /** @description Postal code */
            address_zip: string;
            /** @description City */
            address_city: string;
            /** @description Country */
            address_country: string;
            /** @description Department */
            address_department: string;
            /** @description E-mail address */
            default_email: string;
            /** @description Address of the website */
            default_website: string;
            /** @description Phone number */
            default_phone: string;
        };
        /** @description A user who can own leads */
        CrmUser: {
            /** @description Id, for `leadOwner` of a new lead */
            id: number;
            /** @description First and last name */
            name: string;
        };
        /** @description A day of a date */
        DateHours: {
            /** @description Day, `YYYY-MM-DD`; "": none */
            date_hours_date: string;
            /** @description Start, `HH:MM`; "": none */
            date_hours_time_start: string;
            /** @description End, `HH:MM`; "": none */
            date_hours_time_end: string;
            /** @description Comment */
            date_hours_comment: string;
        };
        /** @description A location of a date */
        DateLocation: {
            /** @description Id of the location, which is a contact */
            location_id: number;
            /** @description Name */
            name: string;
            /** @description Street and house number */
            street: string;
            /** @description Postal code */
            zip: string;
            /** @description City */
            city: string;
            /** @description Address of its website */
            link: string;
            /** @description Further information */
            additional_field: string;
            /** @description Phone number */
            phone: string;
        };
        /** @description Meta data of a date */
        DateMetaData: {
            /** @description Title */
            meta_title: string;
            /** @description Values chosen from lists */
            meta_dropdown_list: components["schemas"]["DropdownList"][];
        };
        /** @description A price of a date */
        DatePrice: {
            /** @description Title */
            price_title: string;
            /** @description Description */
            price_description: string;
            /** @description Gross price with two decimals, such as `1190.00`; "": none */
            price_value_gross: string;
            /** @description Net price with two decimals; "": none */
            price_value_net: string;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            price_currency: string;
            /** @description First day on which it is valid, `YYYY-MM-DD`; "": any */
            price_valid_from: string;
            /** @description Last day on which it is valid, `YYYY-MM-DD`; "": any */
            price_valid_to: string;
            /** @description VAT in percent */
            price_vat: number;
            /** @description Whether the price is stated including VAT */
            price_vat_included: boolean;
        };
        /** @description Values chosen from drop-down lists */
        DropdownList: {
            /** @description The lists; the key has this name literally */
            dropdown_list_id: {
                /** @description Id of the list */
                list_id: string;
                /** @description Name of the list */
                name: string;
                /** @description The entries chosen */
                option: {
                    /** @description Id of the entry */
                    entry_id: string;
                    /** @description Its value */
                    value: string;
                    /** @description Its name */
                    name: string;
                }[];
            }[];
        };
        /** @description EBG data (fields of templates) of an event or a date */
        EbgData: {
            /** @description The fields of the template */
            deftpl_field: {
                /** @description Description of the field */
                deftpl_description: string;
                /** @description Its value */
                deftpl_value: string;
                /** @description Its description by default; the name is spelt so */
                deftpl_detfault_description: string;
            }[];
        };
        /** @description The body of every error */
        ErrorAnswer: {
            /** @description Short name of the error: `Bad Request`, `Unauthorized`, `Forbidden`, `Not Found`, `Error` (405, 406, 415), `Conflict`, `Payload Too Large`, `Too Many Requests`, `Internal Server Error`, `Service Unavailable` */
            error: string;
            /** @description What is wrong, in English */
            message: string;
            /** @description The HTTP status */
            code: number;
            /** @description The faults of the request; only with 400 */
            details?: {
                /** @description The field as a path, such as `phone.number` or `elements[0].resId`; `body`: the body as a whole */
                field: string;
                /** @description What is wrong with the field */
                message: string;
            }[];
        };
        /** @description A date of an event: one run with its days, locations and trainers. With `fields`, any property may be missing */
        EventDate: {
            /** @description Id of the date */
            date_id: number;
            /** @description Number of days */
            number_of_days: number;
            /** @description Seats that are free: those of the date less bookings, reservations and seats given away elsewhere; never below 0 */
            free_places: number;
            /** @description Participants that the date needs */
            participants_min: number;
            /** @description Seats */
            participants_max: number;
            /** @description Id of the client; 0: none */
            client_id: number;
            /** @description Whether it can be booked now: released by staff, active, with a status that allows it, within its booking period, and with seats or a waiting list */
            date_is_bookable: boolean;
            /** @description Whether it is active; inactive dates are returned, too */
            date_is_active: boolean;
            /** @description Whether it has a waiting list */
            waiting_list: boolean;
            /** @description Identifier */
            date_identifier: string;
            /** @description Title */
            date_title: string;
            /** @description Subtitle */
            date_subtitle: string;
            /** @description Name of the cooperation partner */
            cooperation_partner: string;
            /** @description Article number */
            article_no: string;
            /** @description `planned`, `confirmed`, `running`, `completed`, `cancelled` or `postponed`; the instance may have further values */
            date_status: string;
            /** @description `onsite`, `online` or `hybrid`; the instance may have further values */
            date_format: string;
            /** @description Lesson units, in words or digits */
            date_lesson_units: string;
            /** @description First day, `YYYY-MM-DD`; "": none */
            start_date: string;
            /** @description Start, `HH:MM`; "": none */
            start_time: string;
            /** @description Last day, `YYYY-MM-DD`; "": none */
            end_date: string;
            /** @description End, `HH:MM`; "": none */
            end_time: string;
            /** @description First day on which it can be booked, `YYYY-MM-DD`; "": any */
            booking_start_date: string;
            /** @description Last day on which it can be booked, `YYYY-MM-DD`; "": any */
            booking_end_date: string;
            /** @description First day on which it is displayed, `YYYY-MM-DD`; "": any */
            display_time_start: string;
            /** @description Last day on which it is displayed, `YYYY-MM-DD`; "": any */
            display_time_end: string;
            /** @description Address of the page on which it is booked */
            date_website_booking_link: string;
            /** @description Ids of the catalogues that it is in */
            date_catalog: number[];
            /** @description Cooperation partners */
            coop_partner_data: components["schemas"]["CoopPartner"][];
            /** @description Responsible persons */
            responsible_person: components["schemas"]["ResponsiblePerson"][];
            /** @description Locations */
            location: components["schemas"]["DateLocation"][];
            /** @description Its days with their hours */
            date_hours: components["schemas"]["DateHours"][];
            /** @description Hotel quotas; empty without `hotelQuota` */
            hotel_quota: components["schemas"]["HotelQuota"][];
            /** @description All trainers; empty without `allDateTrainers` */
            all_trainers: components["schemas"]["Trainer"][];
            /** @description The main trainer; empty without `mainDateTrainer` */
            main_trainer: components["schemas"]["Trainer"][];
            /** @description Prices; empty without `prices` */
            date_prices: components["schemas"]["DatePrice"][];
            /** @description The modules, if the date is a series */
            series_dates: components["schemas"]["SeriesModules"][];
            /** @description The series that the date belongs to */
            series_parents: components["schemas"]["SeriesParents"][];
            /** @description Meta data; empty without `dateMetaData` */
            date_meta_data: components["schemas"]["DateMetaData"][];
            /** @description EBG data; empty without `ebgData` */
            ebg_data: components["schemas"]["EbgData"][];
            /** @description Conference package */
            conference_package: components["schemas"]["ConferencePackageItem"][];
            /** @description PDFs */
            event_pdfs: components["schemas"]["CataloguePdf"][];
            /** @description Free fields */
            date_misc: components["schemas"]["Misc"][];
            /** @description Files: one list for each access right; empty without `eventDateFiles` */
            date_files: components["schemas"]["CatalogueFile"][][];
        };
        /** @description A price of an event */
        EventPrice: {
            /** @description Title */
            price_title: string;
            /** @description Description */
            price_description: string;
            /** @description Gross price with two decimals, such as `1190.00`; "": none */
            price_value_gross: string;
            /** @description Net price with two decimals; "": none */
            price_value_net: string;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            price_currency: string;
            /** @description VAT in percent */
            price_vat: number;
            /** @description Whether the price is stated including VAT */
            price_vat_included: boolean;
        };
        /** @description What GET /events selects and fills; the same as query parameters */
        EventQuery: {
            /** @description Catalogue ids: events with a category of, or a date in, one of them. */
            catalogId?: number[];
            /** @description Event ids. */
            eventId?: number | number[];
            /** @description Category ids; a category includes its subcategories. */
            catalogCategoryId?: number | number[];
            /** @description One date and its event. */
            dateId?: number;
            /**
             * Format: date
             * @description Leaves out dates whose display range does not hold this day.
             */
            displayDate?: string;
            /** @description Leaves out dates without a display range, too. */
            excludeWithoutDisplayDate?: boolean;
            /**
             * Format: date
             * @description Dates that end on this day or later.
             */
            dateStart?: string;
            /**
             * Format: date
             * @description Dates that start on this day or earlier.
             */
            dateEnd?: string;
            /** @description Fills main_trainer. */
            mainDateTrainer?: boolean;
            /** @description Fills all_trainers. */
            allDateTrainers?: boolean;
            /** @description Fills next_dates of the trainers shown, for this number of months from today. */
            nextDatesTrainers?: number;
            /** @description Fills event_files and date_files: access rights, diskitem ids or `all`, comma-separated. */
            eventDateFiles?: string;
            /** @description Fills meta_data. */
            eventMetaData?: boolean;
            /** @description Fills date_meta_data. */
            dateMetaData?: boolean;
            /** @description Fills event_prices, event_group_discounts and date_prices. */
            prices?: boolean;
            /** @description Fills ebg_data of the event and its dates. */
            ebgData?: boolean;
            /** @description Fills meta_tags. */
            eventMetaTags?: boolean;
            /** @description Fills hotel_quota. */
            hotelQuota?: boolean;
            /** @description Addition: so many events at most. */
            limit?: number;
            /** @description Addition: leaves out the first events. */
            offset?: number;
            /** @description Addition: the fields of events and dates that are sent; a field of dates alone asks for `dates`, too. The schemas of the answer require every field, as without this parameter: with it, a client must expect that any of them is missing. */
            fields?: ("event_id" | "event_identifier" | "event_title" | "event_subtitle" | "event_article_no" | "event_desc_link" | "event_teaser" | "event_description" | "event_requirements" | "event_objectives" | "event_target_group" | "event_itinerary" | "event_service" | "meta_data" | "days" | "prospective_allowed" | "publish_coop_data_allowed" | "event_catalog_categories" | "event_misc" | "meta_tags" | "event_files" | "event_prices" | "event_group_discounts" | "event_pdfs" | "ebg_data" | "conference_package" | "dates" | "date_id" | "number_of_days" | "free_places" | "participants_min" | "participants_max" | "client_id" | "date_is_bookable" | "date_is_active" | "waiting_list" | "date_identifier" | "date_title" | "date_subtitle" | "cooperation_partner" | "article_no" | "date_status" | "date_format" | "date_lesson_units" | "start_date" | "start_time" | "end_date" | "end_time" | "booking_start_date" | "booking_end_date" | "display_time_start" | "display_time_end" | "date_website_booking_link" | "date_catalog" | "coop_partner_data" | "responsible_person" | "location" | "date_hours" | "hotel_quota" | "all_trainers" | "main_trainer" | "date_prices" | "series_dates" | "series_parents" | "date_meta_data" | "date_misc" | "date_files")[];
        };
        /** @description The subscription of a contact at a newsletter service */
        ExtNewsletter: {
            /** @description Id of the contact */
            cmain_id: number;
            /** @description The service: `cleverreach`, `mailchimp`, `rapidmail`, `brevo`, or `kontor` for the forms of this instance; it may have further ones */
            ext_type: string;
            /** @description What the service calls the subscription; of `kontor`, the id of the form */
            ext_id: string;
            /** @description 1: mails may be sent. With ext_opt_in and ext_opt_in_executed 1, 1: confirmed */
            is_active: number;
            /** @description 1: the contact was asked for confirmation. 0 with is_active 1: taken over without being asked */
            ext_opt_in: number;
            /** @description 1: the contact has answered; with is_active 0: unsubscribed. 0 with ext_opt_in 1: the answer is pending */
            ext_opt_in_executed: number;
        };
        /** @description A discount for groups */
        GroupDiscount: {
            /** @description The discount in words */
            discount_string: string;
        };
        /** @description Rooms held in a hotel */
        HotelQuota: {
            /** @description Id of the quota */
            id: number;
            /** @description Identifier */
            data_identifier: string;
            /** @description Name */
            name: string;
            /** @description `requested`, `option`, `confirmed`, `released` or `cancelled`; the instance may have further values */
            status: string;
            /** @description Address of the agreement */
            file_url: string;
            /** @description Id of the hotel, as a text */
            resource_id: string;
            /** @description Name of the hotel */
            resource_name: string;
            /** @description The rooms */
            resource_rooms: components["schemas"]["ResourceRooms"];
        };
        /** @description The task created for an e-mail */
        ImportedMail: {
            /** @description Id of the lead; 0: the participant has none */
            leadId: number;
            /** @description Number of the task, such as `T-000123` */
            taskNr: string;
            /** @description Id of the task */
            taskId: number;
        };
        /** @description The task created for a to-do */
        ImportedTodo: {
            /** @description Id of the task */
            id: number;
            /** @description Client that it belongs to */
            clientId: number;
        };
        /** @description An invoice confirmation */
        InvoiceConfirmation: {
            /** @description Id of the confirmation */
            id: number;
            /** @description `INVOICE_CONFIRMATION` */
            typ: string;
            /** @description What is confirmed */
            elements: components["schemas"]["InvoiceConfirmationElement"][];
        };
        /** @description An article of a confirmation, with its name and price as they were then */
        InvoiceConfirmationElement: {
            /** @description Id of the element */
            id: number;
            /** @description `ART`: an article */
            typ: string;
            /** @description Article number and name */
            elementContent: string;
            /** @description Id of the article */
            postId: number;
            /** @description `ARTICLE` */
            postTyp: string;
            /** @description Name of the article */
            postName: string;
            /** @description Description of the article */
            posDescription: string;
            /** @description 1: the price includes VAT, 0: it does not */
            posTaxIncluded: number;
            /** @description VAT in percent */
            posTaxAmount: number;
            /** @description Price, with at most two decimals; of an article priced per day, for all its days */
            posPriceTotal: number;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            posCurrency: string;
            /** @description First day, `YYYY-MM-DD`; "": none */
            posDateStart: string;
            /** @description Start, `HH:MM`; "": none */
            posTimeStart: string;
            /** @description Last day, `YYYY-MM-DD`; "": none */
            posDateEnd: string;
            /** @description End, `HH:MM`; "": none */
            posTimeEnd: string;
        };
        /** @description A category of leads of a client */
        LeadCategory: {
            /** @description Id, for `leadCategory` of a new lead */
            categoryId: number;
            /** @description Name */
            categoryName: string;
        };
        /** @description A lead with the names of its category and owner */
        LeadSummary: {
            /** @description Id of the lead */
            leadId: number;
            /** @description Name */
            name: string;
            /** @description Sector of the company */
            sector: string;
            /** @description Region */
            region: string;
            /** @description Name of the category */
            category: string;
            /** @description Name of the owner */
            processor: string;
            /** @description Size of the company in persons; 0: unknown */
            size: number;
            /** @description Rating by staff; 0: none */
            rating: number;
        };
        /** @description A date to choose from for a module of a series */
        LinkedDate: {
            /** @description Id of the module */
            date_config_id: number;
            /** @description Id of the date */
            linked_date_id: number;
            /** @description Id of the event of the module; 0: none */
            module_event_id: number;
            /** @description Position within the module */
            module_position: number;
            /** @description Whether the date is preselected */
            is_preselected: boolean;
            /** @description Whether it can be booked by itself */
            module_is_bookable: boolean;
            /** @description Whether it is mandatory */
            module_is_mandatory: boolean;
            /** @description `mandatory`, `elective` or `optional`; the instance may have further values */
            module_type: string;
        };
        /** @description What is known of a location */
        LocationData: {
            /** @description Id of the location data */
            id: number;
            /** @description Internal comment */
            loc_comment: string;
            /** @description Description in HTML */
            loc_description_html: string;
            /** @description Address of the location’s website */
            loc_url: string;
            /** @description Free field */
            loc_misc: string;
        };
        /** @description A location in short; without one, all texts are empty */
        LocationSummary: {
            /** @description Name */
            name: string;
            /** @description Street and house number */
            street: string;
            /** @description Postal code */
            zip: string;
            /** @description City */
            city: string;
            /** @description Address of its website */
            link: string;
            /** @description Further information */
            additional_field: string;
        };
        /** @description An e-mail */
        Mail: {
            /** @description Subject; it or mailBody must not be empty */
            subject?: string;
            /** @description Text or HTML */
            mailBody?: string;
            /**
             * Format: address-header
             * @description Sender as in the header of the mail: `Jana Köhler <jana@example.com>`
             */
            mailFrom?: string;
            /**
             * Format: address-header
             * @description Recipients as in the header of the mail, separated by commas
             */
            mailTo?: string;
        };
        /** @description An e-mail and the contact that sent or received it */
        MailOfContact: {
            /** @description Subject; it or mailBody must not be empty */
            subject?: string;
            /** @description Text or HTML */
            mailBody?: string;
            /**
             * Format: address-header
             * @description Sender as in the header of the mail: `Jana Köhler <jana@example.com>`
             */
            mailFrom?: string;
            /**
             * Format: address-header
             * @description Recipients as in the header of the mail, separated by commas
             */
            mailTo?: string;
            /** @description Id of the contact that sent or received it; left out: the one with the address of the sender */
            cid?: number;
            /**
             * Format: address-header
             * @description Addition: recipients of copies, as mailTo
             */
            mailCc?: string;
            /**
             * Format: message-id
             * @description The same letter is filed once with the same lead or participant
             */
            messageId?: string;
            /**
             * Format: date-time
             * @description RFC 3339, with an offset
             */
            receivedAt?: string;
            /** @description Left out: the text itself tells */
            isHtml?: boolean;
        };
        /** @description Keywords of an event */
        MetaTag: {
            /** @description Language of the training */
            meta_language_training: string;
            /** @description Type of event */
            meta_event_type_name: string;
            /** @description Target group */
            meta_target_group_name: string;
            /** @description Topic */
            meta_topic_name: string;
            /** @description Level of competence */
            meta_competence_level_name: string;
            /** @description Occupation */
            meta_occupation_name: string;
            /** @description Further keywords, chosen from lists */
            meta_dropdown_list: components["schemas"]["DropdownList"][];
        };
        /** @description Free fields of an event or a date; the instance decides what they mean */
        Misc: {
            /** @description Free field 1 */
            misc1: string;
            /** @description Free field 2 */
            misc2: string;
            /** @description Free field 3 */
            misc3: string;
            /** @description Free field 4 */
            misc4: string;
            /** @description Free field 5 */
            misc5: string;
            /** @description Free field 6 */
            misc6: string;
            /** @description Free field 7 */
            misc7: string;
            /** @description Free field 8 */
            misc8: string;
            /** @description Free field 9 */
            misc9: string;
            /** @description Free field 10 */
            misc10: string;
        };
        /** @description A company to be added */
        NewCompany: {
            /**
             * Format: not-blank
             * @description Name; not blank. With the postal code, it identifies the company
             */
            name: string;
            /** @description Second line of the name */
            name2?: string;
            /**
             * Format: email-address
             * @description E-mail address
             */
            email?: string;
            /** @description Department, of the default address as all fields of an address */
            department?: string;
            /** @description Position of the person */
            position?: string;
            /** @description Street without house number */
            street?: string;
            /** @description House number */
            houseNumber?: string;
            /** @description Further line of the address */
            addition?: string;
            /** @description Postal code */
            zip?: string;
            /** @description City */
            city?: string;
            /** @description State or region */
            state?: string;
            /** @description Country, best as a code of ISO 3166 such as `DE` */
            country?: string;
            /** @description Phone number; it is replaced as a whole */
            phone?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `phone`, or left out
                 * @constant
                 */
                type?: "phone";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description Fax number; it is replaced as a whole */
            fax?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `fax`, or left out
                 * @constant
                 */
                type?: "fax";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description Mobile number; it is replaced as a whole */
            mobile?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `mobile`, or left out
                 * @constant
                 */
                type?: "mobile";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description 1: business, 2: private, 3: invoice, 4: invoice dispatch, 5: other; the instance may have further types */
            addressType?: number;
            /** @description Whether the given address becomes the default one; the first address always does */
            isDefaultAddress?: boolean;
            /** @description Category that the company gets in addition */
            categoryId?: number;
        };
        /** @description A contact to be created */
        NewContact: {
            /**
             * @description `mr`, `ms` or "" (none)
             * @enum {unknown}
             */
            salutation?: "" | "mr" | "ms";
            /**
             * Format: not-blank
             * @description Last name; not blank
             */
            lastName: string;
            /**
             * Format: email-address
             * @description E-mail address; with the last name, it identifies the contact
             */
            email: string;
            /** @description Academic title, such as `Dr.` */
            title?: string;
            /** @description First name */
            firstName?: string;
            /** @description Name of the company; if exactly one company has it, the contact is linked to that one */
            company?: string;
            /** @description Department, of the default address as all fields of an address */
            department?: string;
            /** @description Position of the person */
            position?: string;
            /** @description Street without house number */
            street?: string;
            /** @description House number */
            houseNumber?: string;
            /** @description Further line of the address */
            addition?: string;
            /** @description Postal code */
            zip?: string;
            /** @description City */
            city?: string;
            /** @description State or region */
            state?: string;
            /** @description Country, best as a code of ISO 3166 such as `DE` */
            country?: string;
            /** @description 1: the address is a post office box */
            isPostOfficeBox?: number;
            /** @description Phone number; it is replaced as a whole */
            phone?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `phone`, or left out
                 * @constant
                 */
                type?: "phone";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description Fax number; it is replaced as a whole */
            fax?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `fax`, or left out
                 * @constant
                 */
                type?: "fax";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description Mobile number; it is replaced as a whole */
            mobile?: {
                /** @description Ignored */
                id?: number;
                /**
                 * @description `mobile`, or left out
                 * @constant
                 */
                type?: "mobile";
                /** @description Country code without zeros, such as `49` */
                countryCode?: string;
                /** @description Area code without its leading zero, such as `40` */
                areaCode?: string;
                /** @description The number within its area */
                number?: string;
            };
            /** @description Category that the contact gets in addition */
            categoryId?: number;
            /** @description Communication template that the new contact gets as an e-mail */
            commTemplateId?: number;
            /** @description Newsletter service: `cleverreach`, `mailchimp`, `rapidmail`, `brevo` or `kontor`; only with externalNewsletterId */
            externalNewsletter?: string;
            /** @description What the service calls the subscription; only with externalNewsletter */
            externalNewsletterId?: string;
        };
        /** @description An invoice confirmation to be added */
        NewInvoiceConfirmation: {
            /** @description Participation that the confirmation belongs to (`partId`); 0 or left out: none */
            tcpId?: number;
            /** @description Contact that receives the invoice */
            contactId: number;
            /** @description One of the addresses of the contact or its company; left out: its invoice address, else its default address */
            addressId?: number;
            /** @description What is confirmed: 1 to 1000 articles */
            elements: components["schemas"]["NewInvoiceConfirmationElement"][];
        };
        /** @description An article to be confirmed */
        NewInvoiceConfirmationElement: {
            /**
             * @description Always `ART`: an article
             * @constant
             */
            resTyp: "ART";
            /** @description Id of the article */
            resId: number;
            /**
             * Format: date
             * @description First day, `YYYY-MM-DD`
             */
            dateStart?: string;
            /**
             * Format: time-of-day
             * @description Start, `HH:MM`; only with dateStart
             */
            timeStart?: string;
            /**
             * Format: date
             * @description Last day, `YYYY-MM-DD`; not before the start
             */
            dateEnd?: string;
            /**
             * Format: time-of-day
             * @description End, `HH:MM`; only with dateEnd
             */
            timeEnd?: string;
        };
        /** @description A lead to be created or changed */
        NewLead: {
            /** @description An existing lead, to which the contact is linked and whose fields are changed */
            leadId?: number;
            /** @description Id of the contact */
            leadContact: number;
            /** @description First name, for the name of the lead */
            firstName?: string;
            /** @description Last name, for the name of the lead */
            lastName?: string;
            /** @description Company, for the name of the lead */
            company?: string;
            /** @description Id of a category of the client */
            leadCategory?: number;
            /** @description Id of a CRM user of the client */
            leadOwner?: number;
            /** @description Entry in the logbook of the lead */
            leadComment?: string;
            /** @description Client that the lead belongs to; left out: the default client of the token’s user */
            clientId?: number;
            /** @description Name of the lead; left out: company, else first and last name, else those of the contact */
            subject?: string;
            /** @description Links the company of the contact to the lead as well */
            setCompanyContact?: boolean;
            /** @description Writes leadComment to the logbook of the contact as well */
            useContactComment?: boolean;
        };
        /** @description An upcoming date of a trainer */
        NextDate: {
            /** @description Id of the date, as a text */
            date_id: string;
            /** @description Title */
            title: string;
            /** @description First day, `YYYY-MM-DD`; "": none */
            date_start: string;
            /** @description Last day, `YYYY-MM-DD`; "": none */
            date_end: string;
        };
        /** @description A booking of a contact */
        Participation: {
            /** @description First day of the date, `YYYY-MM-DD` */
            date: string;
            /** @description Title of the event */
            eventName: string;
            /** @description Article number of the date */
            articleNo: string;
            /** @description `interested`, `reserved`, `waitlisted`, `booked`, `attended`, `absent` or `cancelled`; the instance may have further values */
            partStatus: string;
            /** @description Id of the participation */
            partId: number;
            /** @description Id of the date */
            dateId: number;
        };
        /** @description A phone number. A missing one has the id 0, its type, and empty texts */
        Phone: {
            /** @description Id of the number; 0: there is none */
            id: number;
            /** @description `phone`, `fax` or `mobile` */
            type: string;
            /** @description Country code without zeros, such as `49` */
            countryCode: string;
            /** @description Area code without its leading zero, such as `40` */
            areaCode: string;
            /** @description The number within its area, as it was given */
            number: string;
        };
        /** @description The rooms of a quota */
        ResourceRooms: {
            /** @description Name of the room */
            name: string;
            /** @description Number of beds, in words or digits */
            bedsAmount: string;
            /** @description Price of a night; 0: none */
            price: number;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            priceCurrency: string;
            /** @description Whether the price includes VAT */
            priceTaxIncluded: boolean;
            /** @description VAT, in words or digits */
            priceTaxAmount: string;
            /** @description Price of the breakfast; 0: none */
            priceBreakfast: number;
            /** @description Currency of the breakfast */
            priceCurrencyBreakfast: string;
            /** @description Whether the price of the breakfast includes VAT */
            priceTaxIncludedBreakfast: boolean;
            /** @description VAT of the breakfast, in words or digits */
            priceTaxAmountBreakfast: string;
            /** @description Whether breakfast is part of every booking */
            isMandatoryBreakfast: boolean;
        };
        /** @description Who is responsible for a date */
        ResponsiblePerson: {
            /** @description `mr`, `ms` or "" (none) */
            salutation: string;
            /** @description Last name */
            name: string;
            /** @description First name */
            first_name: string;
            /** @description E-mail address */
            email: string;
            /** @description Phone number */
            phone: string;
            /** @description Address of a picture */
            image_url: string;
        };
        /** @description A module of a series */
        SeriesConfig: {
            /** @description Id of the module */
            date_config_id: number;
            /** @description Id of the date that is the series */
            date_id: number;
            /** @description Id of the event of the module; 0: none */
            module_event_id: number;
            /** @description Position within the series */
            module_position: number;
            /** @description `mandatory`, `elective` or `optional`; the instance may have further values */
            module_type: string;
            /** @description Order of its dates: `position` or `date`; the instance may have further values */
            sort_by: string;
            /** @description Whether the module is mandatory */
            module_is_mandatory: boolean;
            /** @description Whether the module can be booked by itself */
            module_is_bookable: boolean;
            /** @description The dates to choose from */
            linked_dates: components["schemas"]["LinkedDate"][];
        };
        /** @description A date that belongs to a module of a series */
        SeriesDate: {
            /** @description Id of the date */
            date_id: number;
            /** @description Id of the module */
            date_config_id: number;
            /** @description Participants that the date needs */
            participants_min: number;
            /** @description Seats */
            participants_max: number;
            /** @description Bookings that take a seat */
            participants_count: number;
            /** @description Reservations */
            participants_reserved: number;
            /** @description Bookings on the waiting list */
            participants_waitlist: number;
            /** @description Whether it is preselected */
            is_preselected: boolean;
            /** @description Whether it can be booked: active, with a status that allows it, within its booking period, and with seats or a waiting list */
            is_generally_bookable: boolean;
            /** @description Identifier */
            date_identifier: string;
            /** @description Title */
            date_title: string;
            /** @description Subtitle */
            date_subtitle: string;
            /** @description Duration in words */
            date_duration: string;
            /** @description End, `HH:MM`; "": none */
            date_time_end: string;
            /** @description Full name of the main trainer */
            main_trainer: string;
            /** @description First day, `YYYY-MM-DD`; "": none */
            date_date_start: string;
            /** @description Last day, `YYYY-MM-DD`; "": none */
            date_date_end: string;
            /** @description Start, `HH:MM`; "": none */
            date_time_start: string;
            /** @description Full names of all trainers */
            trainer: string[];
            /** @description The first location */
            main_location: components["schemas"]["LocationSummary"];
            /** @description All locations */
            location: components["schemas"]["LocationSummary"][];
            /** @description The prices */
            prices: components["schemas"]["SeriesPrice"][];
        };
        /** @description A series that a date belongs to */
        SeriesDateSummary: {
            /** @description Id of the series, which is a date itself */
            date_id: number;
            /** @description Participants that the date needs */
            participants_min: number;
            /** @description Seats */
            participants_max: number;
            /** @description Bookings that take a seat */
            participants_count: number;
            /** @description Reservations */
            participants_reserved: number;
            /** @description Bookings on the waiting list */
            participants_waitlist: number;
            /** @description Whether it can be booked: active, with a status that allows it, within its booking period, and with seats or a waiting list */
            is_generally_bookable: boolean;
            /** @description Identifier */
            date_identifier: string;
            /** @description Title */
            date_title: string;
            /** @description Subtitle */
            date_subtitle: string;
            /** @description Duration in words */
            date_duration: string;
            /** @description End, `HH:MM`; "": none */
            date_time_end: string;
            /** @description First day, `YYYY-MM-DD`; "": none */
            date_date_start: string;
            /** @description Last day, `YYYY-MM-DD`; "": none */
            date_date_end: string;
            /** @description Start, `HH:MM`; "": none */
            date_time_start: string;
            /** @description The first location */
            main_location: components["schemas"]["LocationSummary"];
            /** @description All locations */
            location: components["schemas"]["LocationSummary"][];
            /** @description The prices */
            prices: components["schemas"]["SeriesPrice"][];
        };
        /** @description A module with its dates */
        SeriesEntry: {
            /** @description The module */
            config: components["schemas"]["SeriesConfig"];
            /** @description Its dates */
            dates: components["schemas"]["SeriesDate"][];
        };
        /** @description The modules of one type */
        SeriesModules: {
            /** @description The modules; the key has this name literally */
            module_type: components["schemas"]["SeriesEntry"][];
        };
        /** @description The series that a date belongs to */
        SeriesParents: {
            /** @description The series; the key has this name literally */
            parent_date_id: components["schemas"]["SeriesDateSummary"][];
        };
        /** @description A price of a date as a series shows it */
        SeriesPrice: {
            /** @description Id of the price */
            price_id: number;
            /** @description Type of the price; 0: none */
            price_type: number;
            /** @description Number taken over from another system; 0: none */
            cmscont_id: number;
            /** @description Number taken over from another system; 0: none */
            ct_set_id: number;
            /** @description Number taken over from another system; 0: none */
            ccategory_id: number;
            /** @description Id of the date */
            date_id: number;
            /** @description Title */
            price_title: string;
            /** @description Description */
            price_description: string;
            /** @description Currency as a code of ISO 4217, such as `EUR` */
            price_currency: string;
            /** @description Further information */
            price_additional_field_text: string;
            /** @description Whom it is valid for */
            price_valid_for: string;
            /** @description Price: gross if price_tax_included, else net */
            price_value: number;
            /** @description VAT in percent */
            price_tax_amount: number;
            /** @description Gross price */
            price_end: number;
            /** @description Whether price_value includes VAT */
            price_tax_included: boolean;
            /** @description First day on which it is valid, `YYYY-MM-DD`; "": any */
            price_valid_from: string;
            /** @description Last day on which it is valid, `YYYY-MM-DD`; "": any */
            price_valid_to: string;
        };
        /** @description Where the file is stored */
        StoredAttachment: {
            /** @description Path below the file store: `crm/<taskId>/<filename>`. If the name was taken, ` (2)` and so on precede its extension */
            path: string;
        };
        /** @description What became of a subscription */
        Subscribed: {
            /** @description Id of the form */
            newslFormId: number;
            /** @description 1: the contact existed, 0: it was created */
            contactExisted: number;
            /** @description Id of the contact */
            cid: number;
        };
        /** @description A subscription with what is known of the subscriber. Fields that an existing contact lacks are filled, none is overwritten */
        Subscription: {
            /**
             * Format: email-address
             * @description E-mail address that subscribes
             */
            email: string;
            /**
             * @description `mr`, `ms` or "" (none)
             * @enum {unknown}
             */
            salutation?: "" | "mr" | "ms";
            /** @description Last name; required if the form says so */
            lastname?: string;
            /** @description Academic title, such as `Dr.` */
            title?: string;
            /** @description First name */
            firstname?: string;
            /** @description Department */
            department?: string;
            /** @description Position of the person */
            position?: string;
            /** @description Street without house number */
            addr_street?: string;
            /** @description House number */
            addr_street_houseno?: string;
            /** @description Postal code */
            addr_zip?: string;
            /** @description City */
            addr_city?: string;
            /** @description State or region */
            addr_state?: string;
            /** @description Country, best as a code of ISO 3166 such as `DE` */
            addr_country?: string;
            /** @description Phone number as one text */
            phone?: string;
            /** @description Name of the company */
            company?: string;
            /** @description Client to which the consent is given; left out: the default client of the token’s user */
            clientId?: number;
            /** @description The contact, if it is known */
            contactId?: number;
        };
        /** @description A trainer of a date */
        Trainer: {
            /** @description Identifier */
            trainer_identifier: string;
            /** @description `mr`, `ms` or "" (none) */
            salutation: string;
            /** @description First name */
            trainer_firstname: string;
            /** @description Last name */
            trainer_lastname: string;
            /** @description Academic title, such as `Dr.` */
            trainer_title: string;
            /** @description Company */
            trainer_company: string;
            /** @description Description in HTML */
            trainer_description_html: string;
            /** @description Address of a picture */
            trainer_image_url: string;
            /** @description Upcoming dates; empty without `nextDatesTrainers` */
            next_dates: components["schemas"]["NextDate"][];
        };
        /** @description What is known of a person who trains */
        TrainerData: {
            /** @description Id of the trainer data */
            id: number;
            /** @description What the trainer aims at */
            trn_objectives: string;
            /** @description Agreement on travel expenses */
            trn_travel_expenses: string;
            /** @description Internal comment */
            trn_comment: string;
            /** @description Description in HTML */
            trn_description_html: string;
            /** @description Free field */
            trn_misc1: string;
            /** @description Free field */
            trn_misc2: string;
            /** @description Names of the fields in which the person trains */
            sub_categories: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The methods of this path, separated by commas */
        Allow: string;
        /** @description By default `private, no-cache`: ask again with `If-None-Match` before a copy is used */
        "Cache-Control": string;
        /** @description Strong: equal bytes have equal tags. Send it as `If-None-Match` */
        ETag: string;
        /** @description `true`: the answer to an earlier request with this Idempotency-Key */
        "Idempotency-Replayed": "true";
        /** @description The path of the record that exists already */
        Location: string;
        /** @description What is left of the quota (IETF draft): `"token";r=599;t=1` are 599 requests, and one second until the quota is whole. Left out where no limit is set; of `GET /events` until half of the quota is used */
        RateLimit: string;
        /** @description The quota: `"token";q=600;w=60` are 600 requests in 60 seconds. Sent together with `RateLimit` */
        "RateLimit-Policy": string;
        /** @description Seconds to wait */
        "Retry-After": number;
        /** @description `token` */
        "WWW-Authenticate": string;
        /** @description `exists`: there is such a record. `key-reused`: the Idempotency-Key belongs to another request. `key-running`: its first request is still running; `Retry-After` says when to try again. `key-executed`: its response is not stored. Further values may follow */
        "X-Kontor-Conflict": string;
        /** @description Names the request in the log */
        "X-Request-Id": string;
        /** @description How many events match, whatever `limit` and `offset` */
        "X-Total-Count": number;
    };
    pathItems: never;
}
export type Address = components['schemas']['Address'];
export type CatalogueCategory = components['schemas']['CatalogueCategory'];
export type CatalogueEvent = components['schemas']['CatalogueEvent'];
export type CatalogueFile = components['schemas']['CatalogueFile'];
export type CataloguePdf = components['schemas']['CataloguePdf'];
export type ClientQuery = components['schemas']['ClientQuery'];
export type Company = components['schemas']['Company'];
export type CompanyChange = components['schemas']['CompanyChange'];
export type ConferencePackageItem = components['schemas']['ConferencePackageItem'];
export type Contact = components['schemas']['Contact'];
export type ContactChange = components['schemas']['ContactChange'];
export type CoopPartner = components['schemas']['CoopPartner'];
export type CrmUser = components['schemas']['CrmUser'];
export type DateHours = components['schemas']['DateHours'];
export type DateLocation = components['schemas']['DateLocation'];
export type DateMetaData = components['schemas']['DateMetaData'];
export type DatePrice = components['schemas']['DatePrice'];
export type DropdownList = components['schemas']['DropdownList'];
export type EbgData = components['schemas']['EbgData'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type EventDate = components['schemas']['EventDate'];
export type EventPrice = components['schemas']['EventPrice'];
export type EventQuery = components['schemas']['EventQuery'];
export type ExtNewsletter = components['schemas']['ExtNewsletter'];
export type GroupDiscount = components['schemas']['GroupDiscount'];
export type HotelQuota = components['schemas']['HotelQuota'];
export type ImportedMail = components['schemas']['ImportedMail'];
export type ImportedTodo = components['schemas']['ImportedTodo'];
export type InvoiceConfirmation = components['schemas']['InvoiceConfirmation'];
export type InvoiceConfirmationElement = components['schemas']['InvoiceConfirmationElement'];
export type LeadCategory = components['schemas']['LeadCategory'];
export type LeadSummary = components['schemas']['LeadSummary'];
export type LinkedDate = components['schemas']['LinkedDate'];
export type LocationData = components['schemas']['LocationData'];
export type LocationSummary = components['schemas']['LocationSummary'];
export type Mail = components['schemas']['Mail'];
export type MailOfContact = components['schemas']['MailOfContact'];
export type MetaTag = components['schemas']['MetaTag'];
export type Misc = components['schemas']['Misc'];
export type NewCompany = components['schemas']['NewCompany'];
export type NewContact = components['schemas']['NewContact'];
export type NewInvoiceConfirmation = components['schemas']['NewInvoiceConfirmation'];
export type NewInvoiceConfirmationElement = components['schemas']['NewInvoiceConfirmationElement'];
export type NewLead = components['schemas']['NewLead'];
export type NextDate = components['schemas']['NextDate'];
export type Participation = components['schemas']['Participation'];
export type Phone = components['schemas']['Phone'];
export type ResourceRooms = components['schemas']['ResourceRooms'];
export type ResponsiblePerson = components['schemas']['ResponsiblePerson'];
export type SeriesConfig = components['schemas']['SeriesConfig'];
export type SeriesDate = components['schemas']['SeriesDate'];
export type SeriesDateSummary = components['schemas']['SeriesDateSummary'];
export type SeriesEntry = components['schemas']['SeriesEntry'];
export type SeriesModules = components['schemas']['SeriesModules'];
export type SeriesParents = components['schemas']['SeriesParents'];
export type SeriesPrice = components['schemas']['SeriesPrice'];
export type StoredAttachment = components['schemas']['StoredAttachment'];
export type Subscribed = components['schemas']['Subscribed'];
export type Subscription = components['schemas']['Subscription'];
export type Trainer = components['schemas']['Trainer'];
export type TrainerData = components['schemas']['TrainerData'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderIdempotencyReplayed = components['headers']['Idempotency-Replayed'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderXKontorConflict = components['headers']['X-Kontor-Conflict'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderXTotalCount = components['headers']['X-Total-Count'];
export type $defs = Record<string, never>;
export interface operations {
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "salutation": "ms",
                 *       "firstName": "Jana",
                 *       "lastName": "Köhler",
                 *       "email": "jana.koehler@nordlicht.example",
                 *       "company": "Nordlicht Maschinenbau GmbH",
                 *       "position": "Personalentwicklung",
                 *       "street": "Hafenstraße",
                 *       "houseNumber": "12a",
                 *       "zip": "20457",
                 *       "city": "Hamburg",
                 *       "country": "DE",
                 *       "phone": {
                 *         "countryCode": "49",
                 *         "areaCode": "40",
                 *         "number": "66969123"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewContact"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1001,
                     *         "contactType": "person",
                     *         "salutation": "ms",
                     *         "title": "",
                     *         "firstName": "Jana",
                     *         "lastName": "Köhler",
                     *         "company": "Nordlicht Maschinenbau GmbH",
                     *         "companyId": 801,
                     *         "email": "jana.koehler@nordlicht.example",
                     *         "website": "",
                     *         "contactCategoriesId": [
                     *           3
                     *         ],
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "invoiceAddress": [],
                     *         "invoiceSendAddress": [],
                     *         "image_url": "",
                     *         "extNewsletter": [
                     *           [
                     *             {
                     *               "cmain_id": 1001,
                     *               "ext_type": "kontor",
                     *               "ext_id": "2",
                     *               "is_active": 1,
                     *               "ext_opt_in": 1,
                     *               "ext_opt_in_executed": 1
                     *             }
                     *           ]
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: {
                /**
                 * @description 1: loads all address data of the contacts
                 * @example 1
                 */
                loadAllAddresses?: number;
                /** @description 1: loads the invoice address data */
                loadInvoiceAddresses?: number;
                /** @description 1: loads the invoice-send address data */
                loadInvoiceSendAddresses?: number;
                /** @description 1: loads the contact image url */
                loadContactImage?: number;
                /** @description 1: loads trn_data and loc_data */
                loadResourceData?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 1001
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1001,
                     *         "contactType": "person",
                     *         "salutation": "ms",
                     *         "title": "",
                     *         "firstName": "Jana",
                     *         "lastName": "Köhler",
                     *         "company": "Nordlicht Maschinenbau GmbH",
                     *         "companyId": 801,
                     *         "email": "jana.koehler@nordlicht.example",
                     *         "website": "",
                     *         "contactCategoriesId": [
                     *           3
                     *         ],
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "invoiceAddress": [],
                     *         "invoiceSendAddress": [],
                     *         "image_url": "",
                     *         "extNewsletter": [
                     *           [
                     *             {
                     *               "cmain_id": 1001,
                     *               "ext_type": "kontor",
                     *               "ext_id": "2",
                     *               "is_active": 1,
                     *               "ext_opt_in": 1,
                     *               "ext_opt_in_executed": 1
                     *             }
                     *           ]
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the contact
                 * @example 1001
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "position": "Leitung Personalentwicklung",
                 *       "mobile": null
                 *     }
                 */
                "application/json": components["schemas"]["ContactChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1001,
                     *         "contactType": "person",
                     *         "salutation": "ms",
                     *         "title": "",
                     *         "firstName": "Jana",
                     *         "lastName": "Köhler",
                     *         "company": "Nordlicht Maschinenbau GmbH",
                     *         "companyId": 801,
                     *         "email": "jana.koehler@nordlicht.example",
                     *         "website": "",
                     *         "contactCategoriesId": [
                     *           3
                     *         ],
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "invoiceAddress": [],
                     *         "invoiceSendAddress": [],
                     *         "image_url": "",
                     *         "extNewsletter": [
                     *           [
                     *             {
                     *               "cmain_id": 1001,
                     *               "ext_type": "kontor",
                     *               "ext_id": "2",
                     *               "is_active": 1,
                     *               "ext_opt_in": 1,
                     *               "ext_opt_in_executed": 1
                     *             }
                     *           ]
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchContactsByEmail: {
        parameters: {
            query?: {
                /**
                 * @description 1: loads all address data of the contacts
                 * @example 1
                 */
                loadAllAddresses?: number;
                /** @description 1: loads the invoice address data */
                loadInvoiceAddresses?: number;
                /** @description 1: loads the invoice-send address data */
                loadInvoiceSendAddresses?: number;
                /** @description 1: loads the contact image url */
                loadContactImage?: number;
                /** @description 1: loads trn_data and loc_data */
                loadResourceData?: number;
            };
            header?: never;
            path: {
                /**
                 * @description E-mail address, percent-encoded
                 * @example jana.koehler@nordlicht.example
                 */
                emailaddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1001,
                     *         "contactType": "person",
                     *         "salutation": "ms",
                     *         "title": "",
                     *         "firstName": "Jana",
                     *         "lastName": "Köhler",
                     *         "company": "Nordlicht Maschinenbau GmbH",
                     *         "companyId": 801,
                     *         "email": "jana.koehler@nordlicht.example",
                     *         "website": "",
                     *         "contactCategoriesId": [
                     *           3
                     *         ],
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "invoiceAddress": [],
                     *         "invoiceSendAddress": [],
                     *         "image_url": "",
                     *         "extNewsletter": [
                     *           [
                     *             {
                     *               "cmain_id": 1001,
                     *               "ext_type": "kontor",
                     *               "ext_id": "2",
                     *               "is_active": 1,
                     *               "ext_opt_in": 1,
                     *               "ext_opt_in_executed": 1
                     *             }
                     *           ]
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchContactsByCategory: {
        parameters: {
            query?: {
                /** @description 1: loads all address data of the contacts */
                loadAllAddresses?: number;
                /** @description 1: loads the invoice address data */
                loadInvoiceAddresses?: number;
                /** @description 1: loads the invoice-send address data */
                loadInvoiceSendAddresses?: number;
                /**
                 * @description 1: loads the contact image url
                 * @example 1
                 */
                loadContactImage?: number;
                /** @description 1: loads trn_data and loc_data */
                loadResourceData?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Ids of categories, separated by commas
                 * @example 3,7
                 */
                categoryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1001,
                     *         "contactType": "person",
                     *         "salutation": "ms",
                     *         "title": "",
                     *         "firstName": "Jana",
                     *         "lastName": "Köhler",
                     *         "company": "Nordlicht Maschinenbau GmbH",
                     *         "companyId": 801,
                     *         "email": "jana.koehler@nordlicht.example",
                     *         "website": "",
                     *         "contactCategoriesId": [
                     *           3
                     *         ],
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "Nordlicht Maschinenbau GmbH",
                     *             "parentContactId": 801,
                     *             "isDefault": true,
                     *             "position": "Personalentwicklung",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4711,
                     *                 "email": "jana.koehler@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "invoiceAddress": [],
                     *         "invoiceSendAddress": [],
                     *         "image_url": "",
                     *         "extNewsletter": [
                     *           [
                     *             {
                     *               "cmain_id": 1001,
                     *               "ext_type": "kontor",
                     *               "ext_id": "2",
                     *               "is_active": 1,
                     *               "ext_opt_in": 1,
                     *               "ext_opt_in_executed": 1
                     *             }
                     *           ]
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nordlicht Maschinenbau GmbH",
                 *       "name2": "Werk Hamburg",
                 *       "email": "info@nordlicht.example",
                 *       "street": "Hafenstraße",
                 *       "houseNumber": "12a",
                 *       "zip": "20457",
                 *       "city": "Hamburg",
                 *       "country": "DE",
                 *       "addressType": 1,
                 *       "isDefaultAddress": true,
                 *       "categoryId": 2
                 *     }
                 */
                "application/json": components["schemas"]["NewCompany"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Nordlicht Maschinenbau GmbH",
                     *         "name2": "Werk Hamburg",
                     *         "contactCategoriesId": [
                     *           2
                     *         ],
                     *         "email": "info@nordlicht.example",
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Company"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the company
                 * @example 1
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Nordlicht Maschinenbau GmbH",
                     *         "name2": "Werk Hamburg",
                     *         "contactCategoriesId": [
                     *           2
                     *         ],
                     *         "email": "info@nordlicht.example",
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Company"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the company
                 * @example 1
                 */
                companyId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name2": "Werk Hamburg",
                 *       "fax": null
                 *     }
                 */
                "application/json": components["schemas"]["CompanyChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Nordlicht Maschinenbau GmbH",
                     *         "name2": "Werk Hamburg",
                     *         "contactCategoriesId": [
                     *           2
                     *         ],
                     *         "email": "info@nordlicht.example",
                     *         "defaultAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "defaultPhone": {
                     *           "id": 5301,
                     *           "type": "phone",
                     *           "countryCode": "49",
                     *           "areaCode": "40",
                     *           "number": "66969123"
                     *         },
                     *         "defaultFax": {
                     *           "id": 0,
                     *           "type": "fax",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "defaultMobile": {
                     *           "id": 0,
                     *           "type": "mobile",
                     *           "countryCode": "",
                     *           "areaCode": "",
                     *           "number": ""
                     *         },
                     *         "allAddress": [
                     *           {
                     *             "id": 2107,
                     *             "addressType": 1,
                     *             "parentContact": "",
                     *             "parentContactId": 0,
                     *             "isDefault": true,
                     *             "position": "",
                     *             "department": "",
                     *             "street": "Hafenstraße",
                     *             "houseNumber": "12a",
                     *             "addition": "",
                     *             "zip": "20457",
                     *             "city": "Hamburg",
                     *             "state": "",
                     *             "country": "DE",
                     *             "emails": [
                     *               {
                     *                 "id": 4690,
                     *                 "email": "info@nordlicht.example"
                     *               }
                     *             ],
                     *             "phones": [
                     *               {
                     *                 "id": 5301,
                     *                 "type": "phone",
                     *                 "countryCode": "49",
                     *                 "areaCode": "40",
                     *                 "number": "66969123"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Company"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    subscribeToNewsletter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the newsletter form
                 * @example 2
                 */
                formid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "jana.koehler@nordlicht.example",
                 *       "salutation": "ms",
                 *       "firstname": "Jana",
                 *       "lastname": "Köhler"
                 *     }
                 */
                "application/json": components["schemas"]["Subscription"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "newslFormId": 2,
                     *         "contactExisted": 0,
                     *         "cid": 1001
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscribed"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    importParticipantMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the participation (`partId`)
                 * @example 12
                 */
                participantId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Rückfrage zur Anmeldung Projektmanagement",
                 *       "mailBody": "Guten Tag,\n\nkönnen wir noch eine Kollegin nachmelden?\n\nViele Grüße\nSabine Lindner",
                 *       "mailFrom": "Sabine Lindner <s.lindner@lindner-maschinenbau.example>",
                 *       "mailTo": "anmeldung@akademie-elbtal.example",
                 *       "cid": 1204
                 *     }
                 */
                "application/json": components["schemas"]["MailOfContact"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "leadId": 0,
                     *         "taskNr": "T-000123",
                     *         "taskId": 123
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportedMail"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    importLeadMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the lead
                 * @example 18
                 */
                leadid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Angebot Inhouse-Schulung",
                 *       "mailBody": "Guten Tag,\n\nkönnen wir noch eine Kollegin nachmelden?\n\nViele Grüße\nSabine Lindner",
                 *       "mailFrom": "Sabine Lindner <s.lindner@lindner-maschinenbau.example>",
                 *       "mailTo": "anmeldung@akademie-elbtal.example",
                 *       "cid": 1204
                 *     }
                 */
                "application/json": components["schemas"]["MailOfContact"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "leadId": 18,
                     *         "taskNr": "T-000124",
                     *         "taskId": 124
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportedMail"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    importTodo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Raum für März klären",
                 *       "mailBody": "Guten Tag,\n\nkönnen wir noch eine Kollegin nachmelden?\n\nViele Grüße\nSabine Lindner",
                 *       "mailFrom": "Sabine Lindner <s.lindner@lindner-maschinenbau.example>",
                 *       "mailTo": "anmeldung@akademie-elbtal.example"
                 *     }
                 */
                "application/json": components["schemas"]["Mail"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 125,
                     *         "clientId": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportedTodo"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    uploadAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the task
                 * @example 12
                 */
                taskId: number;
                /**
                 * @description Name of the file: one segment of a path of at most 255 bytes, percent-encoded
                 * @example Anmeldung Lindner.pdf
                 */
                filename: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example the bytes of the file */
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "path": "crm/12/Anmeldung Lindner.pdf"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StoredAttachment"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no record with the id in the path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not Found",
                     *       "message": "There is no record with the id in the path",
                     *       "code": 404
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "leadContact": 1204,
                 *       "firstName": "Sabine",
                 *       "lastName": "Lindner",
                 *       "company": "Lindner Maschinenbau GmbH",
                 *       "leadCategory": 2,
                 *       "leadOwner": 3,
                 *       "leadComment": "Bittet um ein Angebot für zwölf Teilnehmende, gern im Herbst.",
                 *       "clientId": 1,
                 *       "subject": "Inhouse-Schulung Projektmanagement",
                 *       "setCompanyContact": true,
                 *       "useContactComment": true
                 *     }
                 */
                "application/json": components["schemas"]["NewLead"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "leadId": 18,
                     *         "name": "Inhouse-Schulung Projektmanagement",
                     *         "sector": "",
                     *         "region": "",
                     *         "category": "Inhouse-Seminare",
                     *         "processor": "Katrin Vogel",
                     *         "size": 0,
                     *         "rating": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LeadSummary"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchLeads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact or company
                 * @example 1204
                 */
                contactid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "leadId": 18,
                     *         "name": "Inhouse-Schulung Projektmanagement",
                     *         "sector": "Maschinenbau",
                     *         "region": "Sachsen",
                     *         "category": "Inhouse-Seminare",
                     *         "processor": "Katrin Vogel",
                     *         "size": 120,
                     *         "rating": 4
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LeadSummary"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    findLeadCategories: {
        parameters: {
            query?: {
                /**
                 * @description The client; left out: the default client of the token’s user
                 * @example 1
                 */
                clientId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "clientId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ClientQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "categoryId": 1,
                     *         "categoryName": "Offene Seminare"
                     *       },
                     *       {
                     *         "categoryId": 2,
                     *         "categoryName": "Inhouse-Seminare"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LeadCategory"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    findCrmUsers: {
        parameters: {
            query?: {
                /**
                 * @description The client; left out: the default client of the token’s user
                 * @example 1
                 */
                clientId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "clientId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ClientQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "name": "Katrin Vogel"
                     *       },
                     *       {
                     *         "id": 8,
                     *         "name": "Jörg Böhm"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CrmUser"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createInvoiceConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, token and body within 24 hours give the first answer again and do nothing twice */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tcpId": 0,
                 *       "contactId": 1204,
                 *       "elements": [
                 *         {
                 *           "resTyp": "ART",
                 *           "resId": 1,
                 *           "dateStart": "2026-10-12",
                 *           "timeStart": "09:00",
                 *           "dateEnd": "2026-10-14",
                 *           "timeEnd": "17:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewInvoiceConfirmation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 92,
                     *         "typ": "INVOICE_CONFIRMATION",
                     *         "elements": [
                     *           {
                     *             "id": 240,
                     *             "typ": "ART",
                     *             "elementContent": "TP-01 Tagungspauschale",
                     *             "postId": 1,
                     *             "postTyp": "ARTICLE",
                     *             "postName": "Tagungspauschale",
                     *             "posDescription": "Seminarraum, Getränke und Mittagessen je Tag",
                     *             "posTaxIncluded": 0,
                     *             "posTaxAmount": 19,
                     *             "posPriceTotal": 208.5,
                     *             "posCurrency": "EUR",
                     *             "posDateStart": "2026-10-12",
                     *             "posTimeStart": "09:00",
                     *             "posDateEnd": "2026-10-14",
                     *             "posTimeEnd": "17:00"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["InvoiceConfirmation"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The request conflicts with what is stored; `X-Kontor-Conflict` says which kind */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Kontor-Conflict": components["headers"]["X-Kontor-Conflict"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Conflict",
                     *       "message": "The request conflicts with what is stored; `X-Kontor-Conflict` says which kind",
                     *       "code": 409
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchParticipations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 904
                 */
                contactId: number;
                /**
                 * @description Months before and after today
                 * @example 3
                 */
                searchPeriod: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-10-12",
                     *         "eventName": "Projektmanagement Grundlagen",
                     *         "articleNo": "PM-101",
                     *         "partStatus": "booked",
                     *         "partId": 12,
                     *         "dateId": 741
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Participation"][];
                };
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Catalogue ids: events with a category of, or a date in, one of them. */
                catalogId?: number[];
                /**
                 * @description Event ids.
                 * @example [
                 *       7
                 *     ]
                 */
                eventId?: number[];
                /** @description Category ids; a category includes its subcategories. */
                catalogCategoryId?: number[];
                /** @description One date and its event. */
                dateId?: number;
                /** @description Leaves out dates whose display range does not hold this day. */
                displayDate?: string;
                /** @description Leaves out dates without a display range, too. */
                excludeWithoutDisplayDate?: boolean;
                /** @description Dates that end on this day or later. */
                dateStart?: string;
                /** @description Dates that start on this day or earlier. */
                dateEnd?: string;
                /**
                 * @description Fills main_trainer.
                 * @example true
                 */
                mainDateTrainer?: boolean;
                /** @description Fills all_trainers. */
                allDateTrainers?: boolean;
                /** @description Fills next_dates of the trainers shown, for this number of months from today. */
                nextDatesTrainers?: number;
                /** @description Fills event_files and date_files: access rights, diskitem ids or `all`, comma-separated. */
                eventDateFiles?: string;
                /** @description Fills meta_data. */
                eventMetaData?: boolean;
                /** @description Fills date_meta_data. */
                dateMetaData?: boolean;
                /**
                 * @description Fills event_prices, event_group_discounts and date_prices.
                 * @example true
                 */
                prices?: boolean;
                /** @description Fills ebg_data of the event and its dates. */
                ebgData?: boolean;
                /** @description Fills meta_tags. */
                eventMetaTags?: boolean;
                /** @description Fills hotel_quota. */
                hotelQuota?: boolean;
                /** @description Addition: so many events at most. */
                limit?: number;
                /** @description Addition: leaves out the first events. */
                offset?: number;
                /** @description Addition: the fields of events and dates that are sent; a field of dates alone asks for `dates`, too. The schemas of the answer require every field, as without this parameter: with it, a client must expect that any of them is missing. */
                fields?: ("event_id" | "event_identifier" | "event_title" | "event_subtitle" | "event_article_no" | "event_desc_link" | "event_teaser" | "event_description" | "event_requirements" | "event_objectives" | "event_target_group" | "event_itinerary" | "event_service" | "meta_data" | "days" | "prospective_allowed" | "publish_coop_data_allowed" | "event_catalog_categories" | "event_misc" | "meta_tags" | "event_files" | "event_prices" | "event_group_discounts" | "event_pdfs" | "ebg_data" | "conference_package" | "dates" | "date_id" | "number_of_days" | "free_places" | "participants_min" | "participants_max" | "client_id" | "date_is_bookable" | "date_is_active" | "waiting_list" | "date_identifier" | "date_title" | "date_subtitle" | "cooperation_partner" | "article_no" | "date_status" | "date_format" | "date_lesson_units" | "start_date" | "start_time" | "end_date" | "end_time" | "booking_start_date" | "booking_end_date" | "display_time_start" | "display_time_end" | "date_website_booking_link" | "date_catalog" | "coop_partner_data" | "responsible_person" | "location" | "date_hours" | "hotel_quota" | "all_trainers" | "main_trainer" | "date_prices" | "series_dates" | "series_parents" | "date_meta_data" | "date_misc" | "date_files")[];
            };
            header?: {
                /** @description The ETag of a copy; while it is current, the answer is 304 without a body */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "eventId": [
                 *         7
                 *       ],
                 *       "prices": true,
                 *       "mainDateTrainer": true
                 *     }
                 */
                "application/json": components["schemas"]["EventQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "event_id": 7,
                     *         "event_identifier": "pm-basics",
                     *         "event_title": "Project management basics",
                     *         "event_subtitle": "Three days of practice",
                     *         "event_article_no": "E-007",
                     *         "event_desc_link": "",
                     *         "event_teaser": "",
                     *         "event_description": "",
                     *         "event_requirements": "",
                     *         "event_objectives": "",
                     *         "event_target_group": "",
                     *         "event_itinerary": "",
                     *         "event_service": "",
                     *         "meta_data": "",
                     *         "days": 3,
                     *         "prospective_allowed": true,
                     *         "publish_coop_data_allowed": false,
                     *         "event_catalog_categories": [
                     *           {
                     *             "eventcat_id": 3,
                     *             "lang_id": "en",
                     *             "eventcatname_name": "Management",
                     *             "eventcat_desc": "",
                     *             "eventcat_footerdesc": "",
                     *             "eventcat_color": "#2b39a8",
                     *             "font_icon": "",
                     *             "diskitem_file": "",
                     *             "diskitem_id": 0,
                     *             "catalog_id": 1,
                     *             "eventcat_parent": 0,
                     *             "catalog_protected": false
                     *           }
                     *         ],
                     *         "event_misc": [],
                     *         "meta_tags": [],
                     *         "event_files": [],
                     *         "event_prices": [],
                     *         "event_group_discounts": [
                     *           {
                     *             "discount_string": "10 % from three participants"
                     *           }
                     *         ],
                     *         "event_pdfs": [],
                     *         "ebg_data": [],
                     *         "conference_package": [],
                     *         "dates": [
                     *           {
                     *             "date_id": 71,
                     *             "number_of_days": 3,
                     *             "free_places": 4,
                     *             "participants_min": 5,
                     *             "participants_max": 12,
                     *             "client_id": 1,
                     *             "date_is_bookable": true,
                     *             "date_is_active": true,
                     *             "waiting_list": false,
                     *             "date_identifier": "pm-basics-2",
                     *             "date_title": "Project management basics",
                     *             "date_subtitle": "",
                     *             "cooperation_partner": "",
                     *             "article_no": "E-007-2",
                     *             "date_status": "confirmed",
                     *             "date_format": "onsite",
                     *             "date_lesson_units": "24",
                     *             "start_date": "2030-03-04",
                     *             "start_time": "09:00",
                     *             "end_date": "2030-03-06",
                     *             "end_time": "17:00",
                     *             "booking_start_date": "",
                     *             "booking_end_date": "2030-03-01",
                     *             "display_time_start": "",
                     *             "display_time_end": "2030-03-04",
                     *             "date_website_booking_link": "",
                     *             "date_catalog": [
                     *               1
                     *             ],
                     *             "coop_partner_data": [],
                     *             "responsible_person": [],
                     *             "location": [
                     *               {
                     *                 "location_id": 501,
                     *                 "name": "Training centre Mitte",
                     *                 "street": "Hauptstraße 5",
                     *                 "zip": "10115",
                     *                 "city": "Berlin",
                     *                 "link": "",
                     *                 "additional_field": "",
                     *                 "phone": "+49 30 123456"
                     *               }
                     *             ],
                     *             "date_hours": [],
                     *             "hotel_quota": [],
                     *             "all_trainers": [],
                     *             "main_trainer": [
                     *               {
                     *                 "trainer_identifier": "T-014",
                     *                 "salutation": "ms",
                     *                 "trainer_firstname": "Anna",
                     *                 "trainer_lastname": "Berg",
                     *                 "trainer_title": "Dr.",
                     *                 "trainer_company": "",
                     *                 "trainer_description_html": "<p>Teaches project management.</p>",
                     *                 "trainer_image_url": "",
                     *                 "next_dates": []
                     *               }
                     *             ],
                     *             "date_prices": [
                     *               {
                     *                 "price_title": "Regular",
                     *                 "price_description": "",
                     *                 "price_value_gross": "1190.00",
                     *                 "price_value_net": "1000.00",
                     *                 "price_currency": "EUR",
                     *                 "price_valid_from": "",
                     *                 "price_valid_to": "",
                     *                 "price_vat": 19,
                     *                 "price_vat_included": false
                     *               }
                     *             ],
                     *             "series_dates": [],
                     *             "series_parents": [],
                     *             "date_meta_data": [],
                     *             "ebg_data": [],
                     *             "conference_package": [],
                     *             "event_pdfs": [],
                     *             "date_misc": [],
                     *             "date_files": []
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CatalogueEvent"][];
                };
            };
            /** @description Not modified: the copy with the ETag of `If-None-Match` is current. Without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid parameters or malformed data; `details` names the fields */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Bad Request",
                     *       "message": "Invalid parameters or malformed data; `details` names the fields",
                     *       "code": 400,
                     *       "details": [
                     *         {
                     *           "field": "lastName",
                     *           "message": "is required"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid token */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Unauthorized",
                     *       "message": "No valid token",
                     *       "code": 401
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description A right is missing, the token is limited to other operations, or the user is not connected with the client */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Forbidden",
                     *       "message": "A right is missing, the token is limited to other operations, or the user is not connected with the client",
                     *       "code": 403
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description None of the accepted encodings is offered */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "None of the accepted encodings is offered",
                     *       "code": 406
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is larger than the limit */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Payload Too Large",
                     *       "message": "The body is larger than the limit",
                     *       "code": 413
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The media type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The media type of the body is not supported",
                     *       "code": 415
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too Many Requests",
                     *       "message": "Too many requests; `Retry-After` says when to try again",
                     *       "code": 429
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Internal error, with the request id */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal Server Error",
                     *       "message": "Internal error, with the request id",
                     *       "code": 500
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The database is away; `Retry-After` says when to try again */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Service Unavailable",
                     *       "message": "The database is away; `Retry-After` says when to try again",
                     *       "code": 503
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The method is not allowed on this path; `Allow` names those that are */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Error",
                     *       "message": "The method is not allowed on this path; `Allow` names those that are",
                     *       "code": 405
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}
