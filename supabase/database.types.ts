// written by `npm run types` from the migrations; do not edit

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      account_blocks: {
        Row: {
          blocked_by: string | null
          created_at: string
          reason: string
          user_id: string
        }
        Insert: {
          blocked_by?: string | null
          created_at?: string
          reason: string
          user_id: string
        }
        Update: {
          blocked_by?: string | null
          created_at?: string
          reason?: string
          user_id?: string
        }
        Relationships: []
      }
      addresses: {
        Row: {
          address: string
          city: string
          company_name: string | null
          created_at: string
          email: string | null
          full_name: string
          gstin: string | null
          id: string
          is_default: boolean
          phone: string
          pincode: string
          state: string
          updated_at: string
          user_id: string
        }
        Insert: {
          address: string
          city: string
          company_name?: string | null
          created_at?: string
          email?: string | null
          full_name: string
          gstin?: string | null
          id?: string
          is_default?: boolean
          phone: string
          pincode: string
          state: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          address?: string
          city?: string
          company_name?: string | null
          created_at?: string
          email?: string | null
          full_name?: string
          gstin?: string | null
          id?: string
          is_default?: boolean
          phone?: string
          pincode?: string
          state?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      audit_log: {
        Row: {
          action: string
          actor: string | null
          at: string
          changes: Json
          id: number
          row_id: string
          table_name: string
        }
        Insert: {
          action: string
          actor?: string | null
          at: string
          changes: Json
          id?: never
          row_id: string
          table_name: string
        }
        Update: {
          action?: string
          actor?: string | null
          at?: string
          changes?: Json
          id?: never
          row_id?: string
          table_name?: string
        }
        Relationships: []
      }
      banner_images: {
        Row: {
          created_at: string
          description: string | null
          display_order: number
          ends_at: string | null
          id: string
          image_url: string
          is_active: boolean
          link: string | null
          phone_image_url: string | null
          starts_at: string | null
          title: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string | null
          display_order?: number
          ends_at?: string | null
          id?: string
          image_url: string
          is_active?: boolean
          link?: string | null
          phone_image_url?: string | null
          starts_at?: string | null
          title?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string | null
          display_order?: number
          ends_at?: string | null
          id?: string
          image_url?: string
          is_active?: boolean
          link?: string | null
          phone_image_url?: string | null
          starts_at?: string | null
          title?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      cart_items: {
        Row: {
          created_at: string
          id: string
          product_id: string
          quantity: number
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          product_id: string
          quantity: number
          updated_at?: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          product_id?: string
          quantity?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "cart_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      categories: {
        Row: {
          created_at: string
          description: string | null
          display_order: number
          id: string
          image_url: string | null
          name: string
          name_hi: string | null
          parent_id: string | null
          slug: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string | null
          display_order?: number
          id?: string
          image_url?: string | null
          name: string
          name_hi?: string | null
          parent_id?: string | null
          slug?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string | null
          display_order?: number
          id?: string
          image_url?: string | null
          name?: string
          name_hi?: string | null
          parent_id?: string | null
          slug?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "categories_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      complaints: {
        Row: {
          created_at: string
          email: string
          id: string
          message: string
          name: string
          number: string
          order_id: string | null
          phone: string | null
          status: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          number: string
          order_id?: string | null
          phone?: string | null
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          number?: string
          order_id?: string | null
          phone?: string | null
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "complaints_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      consent_notices: {
        Row: {
          needs_consent: boolean
          published_at: string
          purpose: string
          text: string
          version: number
        }
        Insert: {
          needs_consent: boolean
          published_at?: string
          purpose: string
          text: string
          version: number
        }
        Update: {
          needs_consent?: boolean
          published_at?: string
          purpose?: string
          text?: string
          version?: number
        }
        Relationships: []
      }
      consents: {
        Row: {
          created_at: string
          given: boolean
          id: number
          purpose: string
          user_id: string
          version: number
        }
        Insert: {
          created_at?: string
          given: boolean
          id?: never
          purpose: string
          user_id?: string
          version: number
        }
        Update: {
          created_at?: string
          given?: boolean
          id?: never
          purpose?: string
          user_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "consents_purpose_version_fkey"
            columns: ["purpose", "version"]
            isOneToOne: false
            referencedRelation: "consent_notices"
            referencedColumns: ["purpose", "version"]
          },
        ]
      }
      customer_figures: {
        Row: {
          last_order_at: string | null
          orders: number
          spent: number
          state: string | null
          user_id: string
        }
        Insert: {
          last_order_at?: string | null
          orders?: number
          spent?: number
          state?: string | null
          user_id: string
        }
        Update: {
          last_order_at?: string | null
          orders?: number
          spent?: number
          state?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_figures_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_notes: {
        Row: {
          author: string | null
          created_at: string
          id: string
          note: string
          updated_at: string
          user_id: string
        }
        Insert: {
          author?: string | null
          created_at?: string
          id?: string
          note: string
          updated_at?: string
          user_id: string
        }
        Update: {
          author?: string | null
          created_at?: string
          id?: string
          note?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      deleted_products: {
        Row: {
          deleted_at: string
          id: string
        }
        Insert: {
          deleted_at?: string
          id: string
        }
        Update: {
          deleted_at?: string
          id?: string
        }
        Relationships: []
      }
      discount_redemptions: {
        Row: {
          created_at: string
          discount_id: string
          order_id: string
          user_id: string | null
        }
        Insert: {
          created_at?: string
          discount_id: string
          order_id: string
          user_id?: string | null
        }
        Update: {
          created_at?: string
          discount_id?: string
          order_id?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "discount_redemptions_discount_id_fkey"
            columns: ["discount_id"]
            isOneToOne: false
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_redemptions_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      discounts: {
        Row: {
          announced_at: string | null
          category_ids: string[]
          code: string | null
          combines: boolean
          created_at: string
          customer_limit: number | null
          description: string | null
          ends_at: string | null
          id: string
          is_active: boolean
          kind: string
          maximum_discount: number | null
          minimum_goods: number
          product_ids: string[]
          starts_at: string | null
          times_used: number
          title: string | null
          updated_at: string
          usage_limit: number | null
          value: number
        }
        Insert: {
          announced_at?: string | null
          category_ids?: string[]
          code?: string | null
          combines?: boolean
          created_at?: string
          customer_limit?: number | null
          description?: string | null
          ends_at?: string | null
          id?: string
          is_active?: boolean
          kind: string
          maximum_discount?: number | null
          minimum_goods?: number
          product_ids?: string[]
          starts_at?: string | null
          times_used?: number
          title?: string | null
          updated_at?: string
          usage_limit?: number | null
          value: number
        }
        Update: {
          announced_at?: string | null
          category_ids?: string[]
          code?: string | null
          combines?: boolean
          created_at?: string
          customer_limit?: number | null
          description?: string | null
          ends_at?: string | null
          id?: string
          is_active?: boolean
          kind?: string
          maximum_discount?: number | null
          minimum_goods?: number
          product_ids?: string[]
          starts_at?: string | null
          times_used?: number
          title?: string | null
          updated_at?: string
          usage_limit?: number | null
          value?: number
        }
        Relationships: []
      }
      documents: {
        Row: {
          content: Json
          content_hash: string
          form: string
          id: string
          issued_at: string
          kind: string
          order_id: string
          reverses: string | null
          serial: string
        }
        Insert: {
          content: Json
          content_hash: string
          form: string
          id?: string
          issued_at: string
          kind: string
          order_id: string
          reverses?: string | null
          serial: string
        }
        Update: {
          content?: Json
          content_hash?: string
          form?: string
          id?: string
          issued_at?: string
          kind?: string
          order_id?: string
          reverses?: string | null
          serial?: string
        }
        Relationships: [
          {
            foreignKeyName: "documents_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "documents_reverses_fkey"
            columns: ["reverses"]
            isOneToOne: false
            referencedRelation: "documents"
            referencedColumns: ["id"]
          },
        ]
      }
      message_texts: {
        Row: {
          key: string
          opening: string
          subject: string
          updated_at: string
          version: number
        }
        Insert: {
          key: string
          opening: string
          subject: string
          updated_at?: string
          version?: number
        }
        Update: {
          key?: string
          opening?: string
          subject?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      notifications: {
        Row: {
          created_at: string
          id: string
          message: string
          order_id: string | null
          product_id: string | null
          read: boolean
          title: string
          type: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          message: string
          order_id?: string | null
          product_id?: string | null
          read?: boolean
          title: string
          type: string
          user_id: string
        }
        Update: {
          created_at?: string
          id?: string
          message?: string
          order_id?: string | null
          product_id?: string | null
          read?: boolean
          title?: string
          type?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notifications_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notifications_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      order_events: {
        Row: {
          actor: string | null
          created_at: string
          fields: string[]
          id: number
          order_id: string
        }
        Insert: {
          actor?: string | null
          created_at?: string
          fields: string[]
          id?: never
          order_id: string
        }
        Update: {
          actor?: string | null
          created_at?: string
          fields?: string[]
          id?: never
          order_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_events_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_items: {
        Row: {
          cgst: number
          discount: number
          hsn: string | null
          id: string
          igst: number
          image_url: string | null
          order_id: string
          product_id: string | null
          product_name: string
          quantity: number
          rate: number
          sgst: number
          sku: string | null
          taxable: number
          total: number
          unit: string
          unit_price: number
        }
        Insert: {
          cgst: number
          discount?: number
          hsn?: string | null
          id?: string
          igst: number
          image_url?: string | null
          order_id: string
          product_id?: string | null
          product_name: string
          quantity: number
          rate: number
          sgst: number
          sku?: string | null
          taxable: number
          total: number
          unit?: string
          unit_price: number
        }
        Update: {
          cgst?: number
          discount?: number
          hsn?: string | null
          id?: string
          igst?: number
          image_url?: string | null
          order_id?: string
          product_id?: string | null
          product_name?: string
          quantity?: number
          rate?: number
          sgst?: number
          sku?: string | null
          taxable?: number
          total?: number
          unit?: string
          unit_price?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      order_notes: {
        Row: {
          author: string | null
          body: string
          created_at: string
          edited_at: string | null
          id: string
          order_id: string
        }
        Insert: {
          author?: string | null
          body: string
          created_at?: string
          edited_at?: string | null
          id?: string
          order_id: string
        }
        Update: {
          author?: string | null
          body?: string
          created_at?: string
          edited_at?: string | null
          id?: string
          order_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_notes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_overrides: {
        Row: {
          created_at: string
          given: number
          id: string
          kind: string
          listed: number | null
          order_id: string
          product_id: string | null
          reason: string | null
        }
        Insert: {
          created_at?: string
          given: number
          id?: string
          kind: string
          listed?: number | null
          order_id: string
          product_id?: string | null
          reason?: string | null
        }
        Update: {
          created_at?: string
          given?: number
          id?: string
          kind?: string
          listed?: number | null
          order_id?: string
          product_id?: string | null
          reason?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_overrides_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_status_history: {
        Row: {
          automatic: boolean
          created_at: string
          created_by: string | null
          id: string
          notes: string | null
          order_id: string
          status: string
        }
        Insert: {
          automatic?: boolean
          created_at?: string
          created_by?: string | null
          id?: string
          notes?: string | null
          order_id: string
          status: string
        }
        Update: {
          automatic?: boolean
          created_at?: string
          created_by?: string | null
          id?: string
          notes?: string | null
          order_id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_status_history_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_steps: {
        Row: {
          actor: string
          display_order: number
          from_status: string
          needs_reason: boolean
          to_status: string
        }
        Insert: {
          actor: string
          display_order?: number
          from_status: string
          needs_reason?: boolean
          to_status: string
        }
        Update: {
          actor?: string
          display_order?: number
          from_status?: string
          needs_reason?: boolean
          to_status?: string
        }
        Relationships: []
      }
      orders: {
        Row: {
          address: string
          cancel_reason: string | null
          cancelled_by: string | null
          cgst: number
          channel: string
          charges: Json
          charges_gst: number
          charges_total: number
          city: string
          company_name: string | null
          coupon_code: string | null
          courier: string | null
          created_at: string
          discount_total: number
          email: string
          full_name: string
          goods_total: number
          gstin: string | null
          id: string
          igst: number
          made_by: string | null
          offers: Json
          payment_method: string
          payment_state: string
          phone: string
          pincode: string
          place_of_supply: string
          prices_include_gst: boolean
          seller_state: string
          sgst: number
          shipping_cost: number
          state: string
          status: string
          subtotal_base: number
          total_amount: number
          total_gst: number
          tracking_number: string | null
          updated_at: string
          user_id: string | null
          version: number
        }
        Insert: {
          address: string
          cancel_reason?: string | null
          cancelled_by?: string | null
          cgst: number
          channel?: string
          charges?: Json
          charges_gst?: never
          charges_total?: never
          city: string
          company_name?: string | null
          coupon_code?: string | null
          courier?: string | null
          created_at?: string
          discount_total?: number
          email: string
          full_name: string
          goods_total: number
          gstin?: string | null
          id?: string
          igst: number
          made_by?: string | null
          offers?: Json
          payment_method: string
          payment_state: string
          phone: string
          pincode: string
          place_of_supply: string
          prices_include_gst: boolean
          seller_state: string
          sgst: number
          shipping_cost?: number
          state: string
          status?: string
          subtotal_base: number
          total_amount: number
          total_gst: number
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
          version?: number
        }
        Update: {
          address?: string
          cancel_reason?: string | null
          cancelled_by?: string | null
          cgst?: number
          channel?: string
          charges?: Json
          charges_gst?: never
          charges_total?: never
          city?: string
          company_name?: string | null
          coupon_code?: string | null
          courier?: string | null
          created_at?: string
          discount_total?: number
          email?: string
          full_name?: string
          goods_total?: number
          gstin?: string | null
          id?: string
          igst?: number
          made_by?: string | null
          offers?: Json
          payment_method?: string
          payment_state?: string
          phone?: string
          pincode?: string
          place_of_supply?: string
          prices_include_gst?: boolean
          seller_state?: string
          sgst?: number
          shipping_cost?: number
          state?: string
          status?: string
          subtotal_base?: number
          total_amount?: number
          total_gst?: number
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
          version?: number
        }
        Relationships: []
      }
      page_texts: {
        Row: {
          body: string
          page: string
          updated_at: string
          version: number
        }
        Insert: {
          body: string
          page: string
          updated_at?: string
          version?: number
        }
        Update: {
          body?: string
          page?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      payment_steps: {
        Row: {
          actor: string
          from_state: string
          to_state: string
        }
        Insert: {
          actor: string
          from_state: string
          to_state: string
        }
        Update: {
          actor?: string
          from_state?: string
          to_state?: string
        }
        Relationships: []
      }
      payments: {
        Row: {
          amount: number
          claim_holds_until: string | null
          claimed_at: string | null
          created_at: string
          failure: string | null
          id: string
          method: string
          order_id: string
          provider_reference: string | null
          reference: string | null
          state: string
          updated_at: string
        }
        Insert: {
          amount: number
          claim_holds_until?: string | null
          claimed_at?: string | null
          created_at?: string
          failure?: string | null
          id?: string
          method: string
          order_id: string
          provider_reference?: string | null
          reference?: string | null
          state: string
          updated_at?: string
        }
        Update: {
          amount?: number
          claim_holds_until?: string | null
          claimed_at?: string | null
          created_at?: string
          failure?: string | null
          id?: string
          method?: string
          order_id?: string
          provider_reference?: string | null
          reference?: string | null
          state?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "payments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      product_images: {
        Row: {
          alt: string | null
          created_at: string
          display_order: number
          id: string
          image_url: string
          product_id: string
          thumbhash: string | null
        }
        Insert: {
          alt?: string | null
          created_at?: string
          display_order?: number
          id?: string
          image_url: string
          product_id: string
          thumbhash?: string | null
        }
        Update: {
          alt?: string | null
          created_at?: string
          display_order?: number
          id?: string
          image_url?: string
          product_id?: string
          thumbhash?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "product_images_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          base_price: number
          batch: string | null
          best_before: string | null
          brand: string | null
          category_id: string | null
          country_of_origin: string | null
          created_at: string
          description: string | null
          generic_name: string | null
          gst_percent: number
          how_to_use: string | null
          hsn: string | null
          id: string
          image_thumbhash: string | null
          image_url: string | null
          import_key: string | null
          ingredients: string | null
          is_featured: boolean
          licence: string | null
          manufacturer: string | null
          min_order_quantity: number
          mrp: number | null
          name: string
          net_quantity: string | null
          popularity: number
          price: number
          pricing_tiers: Json | null
          retail_price: number | null
          sku: string
          status: string
          stock: number
          unit: string
          units_sold: number
          updated_at: string
          version: number
        }
        Insert: {
          base_price?: never
          batch?: string | null
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          generic_name?: string | null
          gst_percent?: number
          how_to_use?: string | null
          hsn?: string | null
          id?: string
          image_thumbhash?: string | null
          image_url?: string | null
          import_key?: string | null
          ingredients?: string | null
          is_featured?: boolean
          licence?: string | null
          manufacturer?: string | null
          min_order_quantity?: number
          mrp?: number | null
          name: string
          net_quantity?: string | null
          popularity?: number
          price: number
          pricing_tiers?: Json | null
          retail_price?: number | null
          sku?: string
          status?: string
          stock?: number
          unit?: string
          units_sold?: number
          updated_at?: string
          version?: number
        }
        Update: {
          base_price?: never
          batch?: string | null
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          generic_name?: string | null
          gst_percent?: number
          how_to_use?: string | null
          hsn?: string | null
          id?: string
          image_thumbhash?: string | null
          image_url?: string | null
          import_key?: string | null
          ingredients?: string | null
          is_featured?: boolean
          licence?: string | null
          manufacturer?: string | null
          min_order_quantity?: number
          mrp?: number | null
          name?: string
          net_quantity?: string | null
          popularity?: number
          price?: number
          pricing_tiers?: Json | null
          retail_price?: number | null
          sku?: string
          status?: string
          stock?: number
          unit?: string
          units_sold?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          company_name: string | null
          created_at: string
          full_name: string | null
          gstin: string | null
          id: string
          phone: string | null
          updated_at: string
        }
        Insert: {
          company_name?: string | null
          created_at?: string
          full_name?: string | null
          gstin?: string | null
          id: string
          phone?: string | null
          updated_at?: string
        }
        Update: {
          company_name?: string | null
          created_at?: string
          full_name?: string | null
          gstin?: string | null
          id?: string
          phone?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      serial_series: {
        Row: {
          digits: number
          kind: string
          next_digits: number | null
          next_from: string | null
          next_prefix: string | null
          prefix: string
          updated_at: string
          version: number
        }
        Insert: {
          digits: number
          kind: string
          next_digits?: number | null
          next_from?: string | null
          next_prefix?: string | null
          prefix: string
          updated_at?: string
          version?: number
        }
        Update: {
          digits?: number
          kind?: string
          next_digits?: number | null
          next_from?: string | null
          next_prefix?: string | null
          prefix?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      settings: {
        Row: {
          address: string
          city: string
          cod_enabled: boolean
          delivery_charge: number
          demo_mode: boolean
          dispatch_days: number
          dispatch_holidays: string[]
          email: string
          forced_gst_percent: number | null
          founded_year: number
          free_delivery_from: number
          grievance_email: string
          grievance_name: string
          grievance_phone: string
          gstin: string | null
          hours: Json
          id: boolean
          legal_name: string
          other_addresses: string
          phone: string
          pincode: string
          prices_include_gst: boolean
          razorpay_enabled: boolean
          razorpay_unpaid_minutes: number
          show_gst_breakdown: boolean
          social: Json
          state_code: string
          store_name: string
          transit_home_max: number
          transit_home_min: number
          transit_other_max: number
          transit_other_min: number
          transit_remote_max: number
          transit_remote_min: number
          turnover_above_5_crore: boolean
          updated_at: string
          upi_unpaid_hours: number
          upi_vpa: string | null
          version: number
          whatsapp: string | null
        }
        Insert: {
          address?: string
          city?: string
          cod_enabled?: boolean
          delivery_charge?: number
          demo_mode?: boolean
          dispatch_days?: number
          dispatch_holidays?: string[]
          email?: string
          forced_gst_percent?: number | null
          founded_year?: number
          free_delivery_from?: number
          grievance_email?: string
          grievance_name?: string
          grievance_phone?: string
          gstin?: string | null
          hours?: Json
          id?: boolean
          legal_name?: string
          other_addresses?: string
          phone?: string
          pincode?: string
          prices_include_gst?: boolean
          razorpay_enabled?: boolean
          razorpay_unpaid_minutes?: number
          show_gst_breakdown?: boolean
          social?: Json
          state_code?: string
          store_name?: string
          transit_home_max?: number
          transit_home_min?: number
          transit_other_max?: number
          transit_other_min?: number
          transit_remote_max?: number
          transit_remote_min?: number
          turnover_above_5_crore?: boolean
          updated_at?: string
          upi_unpaid_hours?: number
          upi_vpa?: string | null
          version?: number
          whatsapp?: string | null
        }
        Update: {
          address?: string
          city?: string
          cod_enabled?: boolean
          delivery_charge?: number
          demo_mode?: boolean
          dispatch_days?: number
          dispatch_holidays?: string[]
          email?: string
          forced_gst_percent?: number | null
          founded_year?: number
          free_delivery_from?: number
          grievance_email?: string
          grievance_name?: string
          grievance_phone?: string
          gstin?: string | null
          hours?: Json
          id?: boolean
          legal_name?: string
          other_addresses?: string
          phone?: string
          pincode?: string
          prices_include_gst?: boolean
          razorpay_enabled?: boolean
          razorpay_unpaid_minutes?: number
          show_gst_breakdown?: boolean
          social?: Json
          state_code?: string
          store_name?: string
          transit_home_max?: number
          transit_home_min?: number
          transit_other_max?: number
          transit_other_min?: number
          transit_remote_max?: number
          transit_remote_min?: number
          turnover_above_5_crore?: boolean
          updated_at?: string
          upi_unpaid_hours?: number
          upi_vpa?: string | null
          version?: number
          whatsapp?: string | null
        }
        Relationships: []
      }
      stock_movements: {
        Row: {
          created_at: string
          created_by: string | null
          id: number
          note: string | null
          order_id: string | null
          product_id: string
          quantity: number
          reason: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          id?: never
          note?: string | null
          order_id?: string | null
          product_id: string
          quantity: number
          reason: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          id?: never
          note?: string | null
          order_id?: string | null
          product_id?: string
          quantity?: number
          reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_requests: {
        Row: {
          created_at: string
          product_id: string
          purpose: string
          user_id: string
          version: number
        }
        Insert: {
          created_at?: string
          product_id: string
          purpose?: string
          user_id: string
          version: number
        }
        Update: {
          created_at?: string
          product_id?: string
          purpose?: string
          user_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_requests_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_requests_purpose_version_fkey"
            columns: ["purpose", "version"]
            isOneToOne: false
            referencedRelation: "consent_notices"
            referencedColumns: ["purpose", "version"]
          },
        ]
      }
      user_roles: {
        Row: {
          created_at: string
          granted_by: string | null
          role: string
          user_id: string
        }
        Insert: {
          created_at?: string
          granted_by?: string | null
          role: string
          user_id: string
        }
        Update: {
          created_at?: string
          granted_by?: string | null
          role?: string
          user_id?: string
        }
        Relationships: []
      }
      wishlist_items: {
        Row: {
          created_at: string
          product_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          product_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          product_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "wishlist_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      customers: {
        Row: {
          blocked_at: string | null
          company_name: string | null
          created_at: string | null
          full_name: string | null
          gstin: string | null
          id: string | null
          is_staff: boolean | null
          last_order_at: string | null
          orders: number | null
          phone: string | null
          sort_name: string | null
          spent: number | null
          state: string | null
          words: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_invite: {
        Args: { p_name: string }
        Returns: string
      }
      add_to_cart: {
        Args: { p_lines: Json }
        Returns: unknown[]
      }
      admin_customer: {
        Args: { p_user: string }
        Returns: Json
      }
      admin_dashboard: {
        Args: never
        Returns: Json
      }
      admin_orders: {
        Args: { p_ascending?: boolean; p_backwards?: boolean; p_cursor?: Json; p_filters?: Json; p_limit?: number; p_sort?: string }
        Returns: unknown[]
      }
      admin_people: {
        Args: never
        Returns: unknown[]
      }
      admin_products: {
        Args: { p_ascending?: boolean; p_backwards?: boolean; p_cursor?: Json; p_filters?: Json; p_limit?: number; p_search: string; p_sort?: string }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      admin_search: {
        Args: { p_limit?: number; p_query: string }
        Returns: unknown[]
      }
      announce_discount: {
        Args: { p_id: string }
        Returns: number
      }
      arrange_banners: {
        Args: { p_ids: string[] }
        Returns: undefined
      }
      arrange_categories: {
        Args: { p_ids: string[]; p_parent: string }
        Returns: undefined
      }
      ask_when_back: {
        Args: { p_product: string; p_version: number }
        Returns: undefined
      }
      auth_emails: {
        Args: { p_begins?: string; p_users?: string[] }
        Returns: unknown[]
      }
      block_account: {
        Args: { p_reason: string; p_user: string }
        Returns: string
      }
      category_usage: {
        Args: never
        Returns: unknown[]
      }
      change_products: {
        Args: { p_changes: Json }
        Returns: number
      }
      claim_payment: {
        Args: { p_order: string; p_reference: string }
        Returns: undefined
      }
      delete_category: {
        Args: { p_children: number; p_children_to?: string; p_id: string; p_products: number; p_products_to?: string }
        Returns: string
      }
      delete_product: {
        Args: { p_id: string; p_version: number }
        Returns: string[]
      }
      discount_uses: {
        Args: never
        Returns: unknown[]
      }
      end_previous_razorpay_secrets: {
        Args: never
        Returns: undefined
      }
      end_session: {
        Args: { p_session: string }
        Returns: boolean
      }
      failed_mails: {
        Args: never
        Returns: unknown[]
      }
      find_buyers: {
        Args: { p_limit?: number; p_query: string }
        Returns: unknown[]
      }
      find_coupon: {
        Args: { p_code: string }
        Returns: Json
      }
      find_offers: {
        Args: { p_products: string[] }
        Returns: Json
      }
      has_role: {
        Args: { _role: string; _user_id: string }
        Returns: boolean
      }
      import_products: {
        Args: { p_rows: Json; p_skip?: boolean }
        Returns: Json
      }
      kept_about_me: {
        Args: never
        Returns: Json
      }
      mail_setup: {
        Args: never
        Returns: Json
      }
      match_order_lines: {
        Args: { p_terms: string[] }
        Returns: unknown[]
      }
      may: {
        Args: { p_permission: string }
        Returns: boolean
      }
      money_to_collect: {
        Args: never
        Returns: Json
      }
      move_stock: {
        Args: { p_note?: string; p_product: string; p_quantity: number; p_reason: string; p_shown?: number }
        Returns: number
      }
      my_access: {
        Args: never
        Returns: Json
      }
      my_invite: {
        Args: never
        Returns: Json
      }
      my_permissions: {
        Args: never
        Returns: string[]
      }
      my_sessions: {
        Args: never
        Returns: unknown[]
      }
      near_order_lines: {
        Args: { p_terms: string[] }
        Returns: unknown[]
      }
      order_queue_counts: {
        Args: never
        Returns: Json
      }
      order_timeline: {
        Args: { p_order: string }
        Returns: unknown[]
      }
      product_facets: {
        Args: { p_brand?: string[]; p_category?: string[]; p_country?: string[]; p_max?: number; p_min?: number; p_moq?: number; p_query?: string; p_stock?: string[] }
        Returns: Json
      }
      product_values: {
        Args: never
        Returns: Json
      }
      products_by_sku: {
        Args: { p_skus: string[] }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      razorpay_setup: {
        Args: never
        Returns: Json
      }
      retry_mail: {
        Args: { p_id: number }
        Returns: undefined
      }
      row_history: {
        Args: { p_before?: number; p_limit?: number; p_row: string; p_tables: string[] }
        Returns: unknown[]
      }
      sales_breakdown: {
        Args: { p_ascending?: boolean; p_before_from: string; p_before_to: string; p_by: string; p_from: string; p_limit?: number; p_sort?: string; p_to: string }
        Returns: Json
      }
      sales_overview: {
        Args: { p_before_from: string; p_before_to: string; p_from: string; p_to: string }
        Returns: Json
      }
      save_product: {
        Args: { p_id: string; p_pictures?: Json; p_pictures_shown?: Json; p_product: Json; p_version: number }
        Returns: Json
      }
      search_products: {
        Args: { p_query: string }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      serial_overview: {
        Args: never
        Returns: unknown[]
      }
      set_serial_series: {
        Args: { p_digits: number; p_kind: string; p_prefix: string; p_version: number }
        Returns: string
      }
      settle_unconfirmed_payment: {
        Args: { p_action: string; p_note: string; p_payment_id: string }
        Returns: undefined
      }
      settle_unmatched_payment: {
        Args: { p_action: string; p_note?: string; p_payment_id: string }
        Returns: undefined
      }
      sitemap_parts: {
        Args: { p_size: number }
        Returns: unknown[]
      }
      staff_invites: {
        Args: never
        Returns: unknown[]
      }
      staff_names: {
        Args: never
        Returns: unknown[]
      }
      staff_security: {
        Args: never
        Returns: Json
      }
      stock_cover: {
        Args: { p_ascending?: boolean; p_from: string; p_limit?: number; p_list?: string; p_sort?: string; p_to: string; p_within?: number }
        Returns: Json
      }
      stock_history: {
        Args: { p_before?: number; p_limit?: number; p_product: string }
        Returns: unknown[]
      }
      stock_waiting: {
        Args: { p_products: string[] }
        Returns: unknown[]
      }
      suggest_products: {
        Args: { p_limit?: number; p_tokens: string[] }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      test_mail_result: {
        Args: { p_id: number }
        Returns: Json
      }
      unblock_account: {
        Args: { p_user: string }
        Returns: boolean
      }
      unmatched_payments: {
        Args: never
        Returns: unknown[]
      }
      unused_product_files: {
        Args: { p_files: string[]; p_product: string }
        Returns: string[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type Public = Database["public"]
export type Tables<Name extends keyof (Public["Tables"] & Public["Views"])> = (Public["Tables"] & Public["Views"])[Name] extends { Row: infer Row } ? Row : never
export type TablesInsert<Name extends keyof Public["Tables"]> = Public["Tables"][Name]["Insert"]
export type TablesUpdate<Name extends keyof Public["Tables"]> = Public["Tables"][Name]["Update"]
