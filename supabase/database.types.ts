// written by `npm run types` from the migrations; do not edit

export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[]

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
          action: "insert" | "update" | "delete"
          actor: string | null
          at: string
          changes: Json
          id: number
          row_id: string
          table_name: string
        }
        Insert: {
          action: "insert" | "update" | "delete"
          actor?: string | null
          at: string
          changes: Json
          id?: number
          row_id: string
          table_name: string
        }
        Update: {
          action?: "insert" | "update" | "delete"
          actor?: string | null
          at?: string
          changes?: Json
          id?: number
          row_id?: string
          table_name?: string
        }
        Relationships: []
      }
      bank_receipts: {
        Row: {
          amount: number
          created_at: string
          created_by: string | null
          id: string
          line: string
          order_id: string
          payment_id: string
          received_on: string
          reference: string | null
        }
        Insert: {
          amount: number
          created_at?: string
          created_by?: string | null
          id?: string
          line: string
          order_id: string
          payment_id: string
          received_on: string
          reference?: string | null
        }
        Update: {
          amount?: number
          created_at?: string
          created_by?: string | null
          id?: string
          line?: string
          order_id?: string
          payment_id?: string
          received_on?: string
          reference?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "bank_receipts_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bank_receipts_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: true
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
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
          status: "open" | "answered" | "closed"
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
          status?: "open" | "answered" | "closed"
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
          status?: "open" | "answered" | "closed"
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
          purpose: "account" | "offers" | "back_in_stock"
          text: string
          version: number
        }
        Insert: {
          needs_consent: boolean
          published_at?: string
          purpose: "account" | "offers" | "back_in_stock"
          text: string
          version: number
        }
        Update: {
          needs_consent?: boolean
          published_at?: string
          purpose?: "account" | "offers" | "back_in_stock"
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
      courier_bookings: {
        Row: {
          booked_by: string | null
          courier: string
          created_at: string
          next_check_at: string
          parcel_state: "booked" | "on_the_way" | "delivered" | "returning" | "returned" | "lost" | "cancelled"
          parcel_text: string | null
          reference: string | null
          said_at: string | null
          shipment_id: string
          state: "booking" | "booked" | "cancelling"
          tracking_number: string | null
        }
        Insert: {
          booked_by?: string | null
          courier: string
          created_at?: string
          next_check_at?: string
          parcel_state?: "booked" | "on_the_way" | "delivered" | "returning" | "returned" | "lost" | "cancelled"
          parcel_text?: string | null
          reference?: string | null
          said_at?: string | null
          shipment_id: string
          state: "booking" | "booked" | "cancelling"
          tracking_number?: string | null
        }
        Update: {
          booked_by?: string | null
          courier?: string
          created_at?: string
          next_check_at?: string
          parcel_state?: "booked" | "on_the_way" | "delivered" | "returning" | "returned" | "lost" | "cancelled"
          parcel_text?: string | null
          reference?: string | null
          said_at?: string | null
          shipment_id?: string
          state?: "booking" | "booked" | "cancelling"
          tracking_number?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "courier_bookings_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: true
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_figures: {
        Row: {
          company_name: string | null
          full_name: string | null
          gstin: string | null
          guest_key: string | null
          id: string
          last_order_at: string | null
          orders: number
          phone: string | null
          since: string
          spent: number
          state: string | null
          user_id: string | null
        }
        Insert: {
          company_name?: string | null
          full_name?: string | null
          gstin?: string | null
          guest_key?: string | null
          id?: string
          last_order_at?: string | null
          orders?: number
          phone?: string | null
          since?: string
          spent?: number
          state?: string | null
          user_id?: string | null
        }
        Update: {
          company_name?: string | null
          full_name?: string | null
          gstin?: string | null
          guest_key?: string | null
          id?: string
          last_order_at?: string | null
          orders?: number
          phone?: string | null
          since?: string
          spent?: number
          state?: string | null
          user_id?: string | null
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
      delivery_rates: {
        Row: {
          cod_fee: number
          cod_maximum: number | null
          cod_minimum: number | null
          default_weight_grams: number
          id: boolean
          pin_count: number
          pin_list: "off" | "served" | "exceptions"
          updated_at: string
          version: number
          zones: Json
        }
        Insert: {
          cod_fee?: number
          cod_maximum?: number | null
          cod_minimum?: number | null
          default_weight_grams?: number
          id?: boolean
          pin_count?: number
          pin_list?: "off" | "served" | "exceptions"
          updated_at?: string
          version?: number
          zones?: Json
        }
        Update: {
          cod_fee?: number
          cod_maximum?: number | null
          cod_minimum?: number | null
          default_weight_grams?: number
          id?: boolean
          pin_count?: number
          pin_list?: "off" | "served" | "exceptions"
          updated_at?: string
          version?: number
          zones?: Json
        }
        Relationships: []
      }
      discount_redemptions: {
        Row: {
          amount: number | null
          created_at: string
          discount_id: string
          order_id: string
          user_id: string | null
        }
        Insert: {
          amount?: number | null
          created_at?: string
          discount_id: string
          order_id: string
          user_id?: string | null
        }
        Update: {
          amount?: number | null
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
          kind: "percent" | "amount" | "free_delivery"
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
          kind: "percent" | "amount" | "free_delivery"
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
          kind?: "percent" | "amount" | "free_delivery"
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
          file_id: string
          form: "tax_invoice" | "bill_of_supply" | "invoice_cum_bill" | "credit_note"
          id: string
          issued_at: string
          kind: "invoice" | "credit_note"
          order_id: string
          reverses: string | null
          serial: string
        }
        Insert: {
          content: Json
          content_hash: string
          file_id?: string
          form: "tax_invoice" | "bill_of_supply" | "invoice_cum_bill" | "credit_note"
          id?: string
          issued_at: string
          kind: "invoice" | "credit_note"
          order_id: string
          reverses?: string | null
          serial: string
        }
        Update: {
          content?: Json
          content_hash?: string
          file_id?: string
          form?: "tax_invoice" | "bill_of_supply" | "invoice_cum_bill" | "credit_note"
          id?: string
          issued_at?: string
          kind?: "invoice" | "credit_note"
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
      e_invoices: {
        Row: {
          ack_at: string
          ack_no: string
          cancel_reason: "duplicate" | "data_entry" | "order_cancelled" | "other" | null
          cancelled_at: string | null
          cancelled_by: string | null
          created_at: string
          created_by: string | null
          document_id: string
          irn: string
          signed_qr: string
        }
        Insert: {
          ack_at: string
          ack_no: string
          cancel_reason?: "duplicate" | "data_entry" | "order_cancelled" | "other" | null
          cancelled_at?: string | null
          cancelled_by?: string | null
          created_at?: string
          created_by?: string | null
          document_id: string
          irn: string
          signed_qr: string
        }
        Update: {
          ack_at?: string
          ack_no?: string
          cancel_reason?: "duplicate" | "data_entry" | "order_cancelled" | "other" | null
          cancelled_at?: string | null
          cancelled_by?: string | null
          created_at?: string
          created_by?: string | null
          document_id?: string
          irn?: string
          signed_qr?: string
        }
        Relationships: [
          {
            foreignKeyName: "e_invoices_document_id_fkey"
            columns: ["document_id"]
            isOneToOne: true
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
          type: "order_update" | "promotion" | "system"
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
          type: "order_update" | "promotion" | "system"
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
          type?: "order_update" | "promotion" | "system"
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
          cancelled_quantity: number
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
          cancelled_quantity?: number
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
          cancelled_quantity?: number
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
          kind: "price" | "discount" | "minimum" | "delivery"
          listed: number | null
          order_id: string
          product_id: string | null
          reason: string | null
        }
        Insert: {
          created_at?: string
          given: number
          id?: string
          kind: "price" | "discount" | "minimum" | "delivery"
          listed?: number | null
          order_id: string
          product_id?: string | null
          reason?: string | null
        }
        Update: {
          created_at?: string
          given?: number
          id?: string
          kind?: "price" | "discount" | "minimum" | "delivery"
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
          status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
        }
        Insert: {
          automatic?: boolean
          created_at?: string
          created_by?: string | null
          id?: string
          notes?: string | null
          order_id: string
          status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
        }
        Update: {
          automatic?: boolean
          created_at?: string
          created_by?: string | null
          id?: string
          notes?: string | null
          order_id?: string
          status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
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
          actor: "customer" | "admin" | "system"
          display_order: number
          from_status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          needs_reason: boolean
          to_status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
        }
        Insert: {
          actor: "customer" | "admin" | "system"
          display_order?: number
          from_status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          needs_reason?: boolean
          to_status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
        }
        Update: {
          actor?: "customer" | "admin" | "system"
          display_order?: number
          from_status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          needs_reason?: boolean
          to_status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
        }
        Relationships: []
      }
      orders: {
        Row: {
          address: string
          cancel_reason: string | null
          cancelled_by: string | null
          cgst: number
          channel: "online" | "telephone" | "counter" | "whatsapp" | "other"
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
          invoice_per_parcel: boolean
          made_by: string | null
          offers: Json
          order_number: number
          payment_method: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          payment_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          phone: string
          pincode: string
          place_of_supply: string
          prices_include_gst: boolean
          seller_state: string
          sgst: number
          shipping_cost: number
          state: string
          status: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          store_credit: number
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
          channel?: "online" | "telephone" | "counter" | "whatsapp" | "other"
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
          invoice_per_parcel?: boolean
          made_by?: string | null
          offers?: Json
          order_number: number
          payment_method: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          payment_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          phone: string
          pincode: string
          place_of_supply: string
          prices_include_gst: boolean
          seller_state: string
          sgst: number
          shipping_cost?: number
          state: string
          status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          store_credit?: number
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
          channel?: "online" | "telephone" | "counter" | "whatsapp" | "other"
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
          invoice_per_parcel?: boolean
          made_by?: string | null
          offers?: Json
          order_number?: number
          payment_method?: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          payment_state?: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          phone?: string
          pincode?: string
          place_of_supply?: string
          prices_include_gst?: boolean
          seller_state?: string
          sgst?: number
          shipping_cost?: number
          state?: string
          status?: "pending" | "processing" | "shipped" | "delivered" | "cancelled"
          store_credit?: number
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
      own_pages: {
        Row: {
          body: string
          created_at: string
          description: string
          display_order: number
          id: string
          in_menu: boolean
          is_published: boolean
          slug: string
          title: string
          updated_at: string
          version: number
        }
        Insert: {
          body: string
          created_at?: string
          description: string
          display_order?: number
          id?: string
          in_menu?: boolean
          is_published?: boolean
          slug: string
          title: string
          updated_at?: string
          version?: number
        }
        Update: {
          body?: string
          created_at?: string
          description?: string
          display_order?: number
          id?: string
          in_menu?: boolean
          is_published?: boolean
          slug?: string
          title?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      page_texts: {
        Row: {
          body: string
          page: "terms" | "privacy" | "about" | "shipping" | "refunds"
          updated_at: string
          version: number
        }
        Insert: {
          body: string
          page: "terms" | "privacy" | "about" | "shipping" | "refunds"
          updated_at?: string
          version?: number
        }
        Update: {
          body?: string
          page?: "terms" | "privacy" | "about" | "shipping" | "refunds"
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      payment_reminders: {
        Row: {
          amount: number
          channel: "mail" | "whatsapp"
          created_at: string
          id: string
          order_id: string
          sent_by: string | null
        }
        Insert: {
          amount: number
          channel: "mail" | "whatsapp"
          created_at?: string
          id?: string
          order_id: string
          sent_by?: string | null
        }
        Update: {
          amount?: number
          channel?: "mail" | "whatsapp"
          created_at?: string
          id?: string
          order_id?: string
          sent_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "payment_reminders_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_steps: {
        Row: {
          actor: "customer" | "admin" | "system"
          from_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          to_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
        }
        Insert: {
          actor: "customer" | "admin" | "system"
          from_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          to_state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
        }
        Update: {
          actor?: "customer" | "admin" | "system"
          from_state?: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded"
          to_state?: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
        }
        Relationships: []
      }
      payments: {
        Row: {
          amount: number
          awaited_since: string | null
          claim_holds_until: string | null
          claimed_at: string | null
          created_at: string
          failure: string | null
          id: string
          method: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          order_id: string
          provider_reference: string | null
          reference: string | null
          state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
          surplus: number
          updated_at: string
        }
        Insert: {
          amount: number
          awaited_since?: string | null
          claim_holds_until?: string | null
          claimed_at?: string | null
          created_at?: string
          failure?: string | null
          id?: string
          method: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          order_id: string
          provider_reference?: string | null
          reference?: string | null
          state: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
          surplus?: number
          updated_at?: string
        }
        Update: {
          amount?: number
          awaited_since?: string | null
          claim_holds_until?: string | null
          claimed_at?: string | null
          created_at?: string
          failure?: string | null
          id?: string
          method?: "cod" | "upi" | "razorpay" | "cash" | "card" | "bank" | "credit"
          order_id?: string
          provider_reference?: string | null
          reference?: string | null
          state?: "cod_pending" | "awaiting_payment" | "awaiting_verification" | "paid" | "failed" | "refund_due" | "refunded" | "undone"
          surplus?: number
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
      product_batches: {
        Row: {
          batch: string
          created_at: string
          expires_on: string
          id: string
          made_on: string | null
          product_id: string
          received: number
          remaining: number
        }
        Insert: {
          batch: string
          created_at?: string
          expires_on: string
          id?: string
          made_on?: string | null
          product_id: string
          received: number
          remaining: number
        }
        Update: {
          batch?: string
          created_at?: string
          expires_on?: string
          id?: string
          made_on?: string | null
          product_id?: string
          received?: number
          remaining?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_batches_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_costs: {
        Row: {
          cost: number
          product_id: string
        }
        Insert: {
          cost: number
          product_id: string
        }
        Update: {
          cost?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_costs_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: true
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_families: {
        Row: {
          best_before: string | null
          brand: string | null
          category_id: string | null
          country_of_origin: string | null
          created_at: string
          description: string | null
          generic_name: string | null
          gst_percent: number | null
          how_to_use: string | null
          hsn: string | null
          id: string
          ingredients: string | null
          licence: string | null
          manufacturer: string | null
          mixed_tiers: boolean
          name: string
          options: string[]
          updated_at: string
          version: number
        }
        Insert: {
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          generic_name?: string | null
          gst_percent?: number | null
          how_to_use?: string | null
          hsn?: string | null
          id?: string
          ingredients?: string | null
          licence?: string | null
          manufacturer?: string | null
          mixed_tiers?: boolean
          name: string
          options: string[]
          updated_at?: string
          version?: number
        }
        Update: {
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          generic_name?: string | null
          gst_percent?: number | null
          how_to_use?: string | null
          hsn?: string | null
          id?: string
          ingredients?: string | null
          licence?: string | null
          manufacturer?: string | null
          mixed_tiers?: boolean
          name?: string
          options?: string[]
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_families_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      product_family_values: {
        Row: {
          colour: string | null
          family_id: string
          id: string
          name: string
          option: number
          picture: string | null
          position: number
        }
        Insert: {
          colour?: string | null
          family_id: string
          id?: string
          name: string
          option: number
          picture?: string | null
          position?: number
        }
        Update: {
          colour?: string | null
          family_id?: string
          id?: string
          name?: string
          option?: number
          picture?: string | null
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_family_values_family_id_fkey"
            columns: ["family_id"]
            isOneToOne: false
            referencedRelation: "product_families"
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
      product_imports: {
        Row: {
          actor: string | null
          added: number
          at: string
          changed: number
          file_name: string
          id: string
          undone_at: string | null
        }
        Insert: {
          actor?: string | null
          added: number
          at?: string
          changed: number
          file_name: string
          id?: string
          undone_at?: string | null
        }
        Update: {
          actor?: string | null
          added?: number
          at?: string
          changed?: number
          file_name?: string
          id?: string
          undone_at?: string | null
        }
        Relationships: []
      }
      products: {
        Row: {
          barcode: string | null
          base_price: number
          batch: string | null
          best_before: string | null
          brand: string | null
          category_id: string | null
          country_of_origin: string | null
          created_at: string
          description: string | null
          family_id: string | null
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
          reorder_level: number | null
          retail_price: number | null
          running_out: boolean
          sku: string
          status: "active" | "draft" | "archived"
          stock: number
          tier_group: string | null
          unit: string
          units_sold: number
          updated_at: string
          value_1: string | null
          value_2: string | null
          value_3: string | null
          version: number
          weight_grams: number | null
        }
        Insert: {
          barcode?: string | null
          base_price?: never
          batch?: string | null
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          family_id?: string | null
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
          reorder_level?: number | null
          retail_price?: number | null
          running_out?: never
          sku?: string
          status?: "active" | "draft" | "archived"
          stock?: number
          tier_group?: string | null
          unit?: string
          units_sold?: number
          updated_at?: string
          value_1?: string | null
          value_2?: string | null
          value_3?: string | null
          version?: number
          weight_grams?: number | null
        }
        Update: {
          barcode?: string | null
          base_price?: never
          batch?: string | null
          best_before?: string | null
          brand?: string | null
          category_id?: string | null
          country_of_origin?: string | null
          created_at?: string
          description?: string | null
          family_id?: string | null
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
          reorder_level?: number | null
          retail_price?: number | null
          running_out?: never
          sku?: string
          status?: "active" | "draft" | "archived"
          stock?: number
          tier_group?: string | null
          unit?: string
          units_sold?: number
          updated_at?: string
          value_1?: string | null
          value_2?: string | null
          value_3?: string | null
          version?: number
          weight_grams?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_family_id_fkey"
            columns: ["family_id"]
            isOneToOne: false
            referencedRelation: "product_families"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_family_id_value_1_fkey"
            columns: ["family_id", "value_1"]
            isOneToOne: false
            referencedRelation: "product_family_values"
            referencedColumns: ["family_id", "id"]
          },
          {
            foreignKeyName: "products_family_id_value_2_fkey"
            columns: ["family_id", "value_2"]
            isOneToOne: false
            referencedRelation: "product_family_values"
            referencedColumns: ["family_id", "id"]
          },
          {
            foreignKeyName: "products_family_id_value_3_fkey"
            columns: ["family_id", "value_3"]
            isOneToOne: false
            referencedRelation: "product_family_values"
            referencedColumns: ["family_id", "id"]
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
      refunds: {
        Row: {
          amount: number
          created_at: string
          created_by: string | null
          credit_file: string | null
          id: string
          method: "upi" | "bank" | "cash" | "card" | "razorpay" | "credit" | null
          order_id: string
          paid_at: string | null
          payment_id: string
          reason: string | null
          reference: string | null
          source: "cancellation" | "change" | "return" | "goodwill" | "surplus"
          state: "due" | "asked" | "paid" | "failed" | "withdrawn"
          version: number
        }
        Insert: {
          amount: number
          created_at?: string
          created_by?: string | null
          credit_file?: string | null
          id?: string
          method?: "upi" | "bank" | "cash" | "card" | "razorpay" | "credit" | null
          order_id: string
          paid_at?: string | null
          payment_id: string
          reason?: string | null
          reference?: string | null
          source: "cancellation" | "change" | "return" | "goodwill" | "surplus"
          state?: "due" | "asked" | "paid" | "failed" | "withdrawn"
          version?: number
        }
        Update: {
          amount?: number
          created_at?: string
          created_by?: string | null
          credit_file?: string | null
          id?: string
          method?: "upi" | "bank" | "cash" | "card" | "razorpay" | "credit" | null
          order_id?: string
          paid_at?: string | null
          payment_id?: string
          reason?: string | null
          reference?: string | null
          source?: "cancellation" | "change" | "return" | "goodwill" | "surplus"
          state?: "due" | "asked" | "paid" | "failed" | "withdrawn"
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      remittance_lines: {
        Row: {
          booked: number
          booked_later: boolean
          charges: number
          collected: number
          expected: number | null
          id: string
          line_key: string
          note: string | null
          order_id: string | null
          order_text: string | null
          payment_id: string | null
          place: number
          problem: "unknown" | "ambiguous" | "cancelled" | "undelivered" | "not_cod" | "paid" | null
          remittance_id: string
          settled_at: string | null
          settled_by: string | null
          shipment_id: string | null
          tracking_number: string | null
        }
        Insert: {
          booked?: number
          booked_later?: boolean
          charges?: number
          collected: number
          expected?: number | null
          id?: string
          line_key: string
          note?: string | null
          order_id?: string | null
          order_text?: string | null
          payment_id?: string | null
          place: number
          problem?: "unknown" | "ambiguous" | "cancelled" | "undelivered" | "not_cod" | "paid" | null
          remittance_id: string
          settled_at?: string | null
          settled_by?: string | null
          shipment_id?: string | null
          tracking_number?: string | null
        }
        Update: {
          booked?: number
          booked_later?: boolean
          charges?: number
          collected?: number
          expected?: number | null
          id?: string
          line_key?: string
          note?: string | null
          order_id?: string | null
          order_text?: string | null
          payment_id?: string | null
          place?: number
          problem?: "unknown" | "ambiguous" | "cancelled" | "undelivered" | "not_cod" | "paid" | null
          remittance_id?: string
          settled_at?: string | null
          settled_by?: string | null
          shipment_id?: string | null
          tracking_number?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "remittance_lines_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "remittance_lines_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "remittance_lines_remittance_id_fkey"
            columns: ["remittance_id"]
            isOneToOne: false
            referencedRelation: "remittances"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "remittance_lines_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: false
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
        ]
      }
      remittances: {
        Row: {
          courier: string
          created_at: string
          created_by: string | null
          id: string
          other_charges: number
          received: number
          received_on: string
          reference: string
        }
        Insert: {
          courier: string
          created_at?: string
          created_by?: string | null
          id?: string
          other_charges?: number
          received: number
          received_on: string
          reference: string
        }
        Update: {
          courier?: string
          created_at?: string
          created_by?: string | null
          id?: string
          other_charges?: number
          received?: number
          received_on?: string
          reference?: string
        }
        Relationships: []
      }
      return_lines: {
        Row: {
          credited: number
          damaged: number
          exchange_for: string | null
          lost: number
          order_item_id: string
          quantity: number
          restocked: number
          return_id: string
        }
        Insert: {
          credited?: number
          damaged?: number
          exchange_for?: string | null
          lost?: number
          order_item_id: string
          quantity: number
          restocked?: number
          return_id: string
        }
        Update: {
          credited?: number
          damaged?: number
          exchange_for?: string | null
          lost?: number
          order_item_id?: string
          quantity?: number
          restocked?: number
          return_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "return_lines_exchange_for_fkey"
            columns: ["exchange_for"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "return_lines_order_item_id_fkey"
            columns: ["order_item_id"]
            isOneToOne: false
            referencedRelation: "order_items"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "return_lines_return_id_fkey"
            columns: ["return_id"]
            isOneToOne: false
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      returns: {
        Row: {
          asked_by: "customer" | "staff"
          created_at: string
          created_by: string | null
          credit_file: string | null
          credited: number | null
          decided_at: string | null
          decline_reason: string | null
          deduction: number | null
          deduction_reason: string | null
          ended_at: string | null
          exchange_order: string | null
          id: string
          message: string | null
          number: number
          order_id: string
          reason: "damaged" | "wrong" | "missing" | "other"
          received_at: string | null
          settled_as: "refund" | "credit" | "exchange" | null
          state: "requested" | "approved" | "declined" | "withdrawn" | "received" | "closed"
          version: number
          wish: "refund" | "credit" | "exchange"
        }
        Insert: {
          asked_by: "customer" | "staff"
          created_at?: string
          created_by?: string | null
          credit_file?: string | null
          credited?: number | null
          decided_at?: string | null
          decline_reason?: string | null
          deduction?: number | null
          deduction_reason?: string | null
          ended_at?: string | null
          exchange_order?: string | null
          id?: string
          message?: string | null
          number: number
          order_id: string
          reason: "damaged" | "wrong" | "missing" | "other"
          received_at?: string | null
          settled_as?: "refund" | "credit" | "exchange" | null
          state: "requested" | "approved" | "declined" | "withdrawn" | "received" | "closed"
          version?: number
          wish?: "refund" | "credit" | "exchange"
        }
        Update: {
          asked_by?: "customer" | "staff"
          created_at?: string
          created_by?: string | null
          credit_file?: string | null
          credited?: number | null
          decided_at?: string | null
          decline_reason?: string | null
          deduction?: number | null
          deduction_reason?: string | null
          ended_at?: string | null
          exchange_order?: string | null
          id?: string
          message?: string | null
          number?: number
          order_id?: string
          reason?: "damaged" | "wrong" | "missing" | "other"
          received_at?: string | null
          settled_as?: "refund" | "credit" | "exchange" | null
          state?: "requested" | "approved" | "declined" | "withdrawn" | "received" | "closed"
          version?: number
          wish?: "refund" | "credit" | "exchange"
        }
        Relationships: [
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      serial_series: {
        Row: {
          digits: number
          kind: "tax_invoice" | "bill_of_supply" | "credit_note"
          next_digits: number | null
          next_from: string | null
          next_prefix: string | null
          prefix: string
          updated_at: string
          version: number
        }
        Insert: {
          digits: number
          kind: "tax_invoice" | "bill_of_supply" | "credit_note"
          next_digits?: number | null
          next_from?: string | null
          next_prefix?: string | null
          prefix: string
          updated_at?: string
          version?: number
        }
        Update: {
          digits?: number
          kind?: "tax_invoice" | "bill_of_supply" | "credit_note"
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
          accent: string | null
          address: string
          announcement: string | null
          announcement_from: string | null
          announcement_link: string | null
          announcement_until: string | null
          city: string
          cod_enabled: boolean
          delivery_charge: number
          delivery_varies: boolean
          demo_mode: boolean
          dispatch_days: number
          dispatch_holidays: string[]
          email: string
          footer_text: string | null
          forced_gst_percent: number | null
          founded_year: number | null
          free_delivery_from: number
          grievance_email: string
          grievance_name: string
          grievance_phone: string
          gstin: string | null
          home: Json
          hours: Json
          id: boolean
          invoice_per_parcel: boolean
          is_open: boolean
          legal_name: string
          logo: Json | null
          logo_dark: Json | null
          other_addresses: string
          phone: string
          pincode: string
          prices_include_gst: boolean
          razorpay_enabled: boolean
          razorpay_unpaid_minutes: number
          return_days: number
          second_colour: string | null
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
          accent?: string | null
          address?: string
          announcement?: string | null
          announcement_from?: string | null
          announcement_link?: string | null
          announcement_until?: string | null
          city?: string
          cod_enabled?: boolean
          delivery_charge?: number
          delivery_varies?: boolean
          demo_mode?: boolean
          dispatch_days?: number
          dispatch_holidays?: string[]
          email?: string
          footer_text?: string | null
          forced_gst_percent?: number | null
          founded_year?: number | null
          free_delivery_from?: number
          grievance_email?: string
          grievance_name?: string
          grievance_phone?: string
          gstin?: string | null
          home?: Json
          hours?: Json
          id?: boolean
          invoice_per_parcel?: boolean
          is_open?: boolean
          legal_name?: string
          logo?: Json | null
          logo_dark?: Json | null
          other_addresses?: string
          phone?: string
          pincode?: string
          prices_include_gst?: boolean
          razorpay_enabled?: boolean
          razorpay_unpaid_minutes?: number
          return_days?: number
          second_colour?: string | null
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
          accent?: string | null
          address?: string
          announcement?: string | null
          announcement_from?: string | null
          announcement_link?: string | null
          announcement_until?: string | null
          city?: string
          cod_enabled?: boolean
          delivery_charge?: number
          delivery_varies?: boolean
          demo_mode?: boolean
          dispatch_days?: number
          dispatch_holidays?: string[]
          email?: string
          footer_text?: string | null
          forced_gst_percent?: number | null
          founded_year?: number | null
          free_delivery_from?: number
          grievance_email?: string
          grievance_name?: string
          grievance_phone?: string
          gstin?: string | null
          home?: Json
          hours?: Json
          id?: boolean
          invoice_per_parcel?: boolean
          is_open?: boolean
          legal_name?: string
          logo?: Json | null
          logo_dark?: Json | null
          other_addresses?: string
          phone?: string
          pincode?: string
          prices_include_gst?: boolean
          razorpay_enabled?: boolean
          razorpay_unpaid_minutes?: number
          return_days?: number
          second_colour?: string | null
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
      shipment_lines: {
        Row: {
          damaged: number
          lost: number
          order_item_id: string
          quantity: number
          restocked: number
          shipment_id: string
        }
        Insert: {
          damaged?: number
          lost?: number
          order_item_id: string
          quantity: number
          restocked?: number
          shipment_id: string
        }
        Update: {
          damaged?: number
          lost?: number
          order_item_id?: string
          quantity?: number
          restocked?: number
          shipment_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "shipment_lines_order_item_id_fkey"
            columns: ["order_item_id"]
            isOneToOne: false
            referencedRelation: "order_items"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shipment_lines_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: false
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
        ]
      }
      shipments: {
        Row: {
          closed_at: string | null
          courier: string | null
          created_at: string
          created_by: string | null
          delivered_at: string | null
          eway_bill: string | null
          eway_bill_until: string | null
          id: string
          invoice_file: string | null
          number: number
          order_id: string
          own_delivery: boolean
          shipped_at: string | null
          state: "packed" | "shipped" | "delivered" | "returning" | "returned" | "lost"
          tracking_number: string | null
          undelivered: boolean
          version: number
        }
        Insert: {
          closed_at?: string | null
          courier?: string | null
          created_at?: string
          created_by?: string | null
          delivered_at?: string | null
          eway_bill?: string | null
          eway_bill_until?: string | null
          id?: string
          invoice_file?: string | null
          number: number
          order_id: string
          own_delivery?: boolean
          shipped_at?: string | null
          state: "packed" | "shipped" | "delivered" | "returning" | "returned" | "lost"
          tracking_number?: string | null
          undelivered?: boolean
          version?: number
        }
        Update: {
          closed_at?: string | null
          courier?: string | null
          created_at?: string
          created_by?: string | null
          delivered_at?: string | null
          eway_bill?: string | null
          eway_bill_until?: string | null
          id?: string
          invoice_file?: string | null
          number?: number
          order_id?: string
          own_delivery?: boolean
          shipped_at?: string | null
          state?: "packed" | "shipped" | "delivered" | "returning" | "returned" | "lost"
          tracking_number?: string | null
          undelivered?: boolean
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "shipments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
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
      store_credit_balances: {
        Row: {
          balance: number
          user_id: string
        }
        Insert: {
          balance?: number
          user_id: string
        }
        Update: {
          balance?: number
          user_id?: string
        }
        Relationships: []
      }
      store_credit_entries: {
        Row: {
          amount: number
          created_at: string
          created_by: string | null
          id: string
          kind: "refund" | "order" | "staff"
          order_id: string | null
          reason: string | null
          refund_id: string | null
          user_id: string | null
        }
        Insert: {
          amount: number
          created_at?: string
          created_by?: string | null
          id?: string
          kind: "refund" | "order" | "staff"
          order_id?: string | null
          reason?: string | null
          refund_id?: string | null
          user_id?: string | null
        }
        Update: {
          amount?: number
          created_at?: string
          created_by?: string | null
          id?: string
          kind?: "refund" | "order" | "staff"
          order_id?: string | null
          reason?: string | null
          refund_id?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "store_credit_entries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "store_credit_entries_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: true
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      tally_ledgers: {
        Row: {
          bank: string
          card: string
          cash: string
          cgst: string
          cod: string
          company: string
          courier_charges: string
          courier_differences: string
          credit: string
          credit_by_hand: string
          delivery: string
          discount: string
          id: boolean
          igst: string
          party_group: string
          razorpay: string
          sales: string
          sales_inter_state: string
          sgst: string
          unregistered_party: string
          updated_at: string
          upi: string
          version: number
        }
        Insert: {
          bank?: string
          card?: string
          cash?: string
          cgst?: string
          cod?: string
          company?: string
          courier_charges?: string
          courier_differences?: string
          credit?: string
          credit_by_hand?: string
          delivery?: string
          discount?: string
          id?: boolean
          igst?: string
          party_group?: string
          razorpay?: string
          sales?: string
          sales_inter_state?: string
          sgst?: string
          unregistered_party?: string
          updated_at?: string
          upi?: string
          version?: number
        }
        Update: {
          bank?: string
          card?: string
          cash?: string
          cgst?: string
          cod?: string
          company?: string
          courier_charges?: string
          courier_differences?: string
          credit?: string
          credit_by_hand?: string
          delivery?: string
          discount?: string
          id?: boolean
          igst?: string
          party_group?: string
          razorpay?: string
          sales?: string
          sales_inter_state?: string
          sgst?: string
          unregistered_party?: string
          updated_at?: string
          upi?: string
          version?: number
        }
        Relationships: []
      }
      user_roles: {
        Row: {
          created_at: string
          granted_by: string | null
          role: "owner" | "manager" | "catalogue" | "orders" | "accounts"
          user_id: string
        }
        Insert: {
          created_at?: string
          granted_by?: string | null
          role: "owner" | "manager" | "catalogue" | "orders" | "accounts"
          user_id: string
        }
        Update: {
          created_at?: string
          granted_by?: string | null
          role?: "owner" | "manager" | "catalogue" | "orders" | "accounts"
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
          is_guest: boolean | null
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
        Returns: { product_id: string; quantity: number }[]
      }
      add_zip_picture: {
        Args: { p_hash: string; p_import: string; p_path?: string | null; p_place: number; p_sku: string; p_thumbhash?: string | null }
        Returns: string
      }
      admin_customer: {
        Args: { p_user: string }
        Returns: Json
      }
      admin_dashboard: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      admin_orders: {
        Args: { p_ascending?: boolean | null; p_backwards?: boolean | null; p_cursor?: Json | null; p_day_filters?: Json | null; p_filters?: Json | null; p_limit?: number | null; p_sort?: string | null }
        Returns: { id: string; created_at: string; status: string; user_id: string; full_name: string; company_name: string; gstin: string; city: string; state: string; pincode: string; phone: string; place_of_supply: string; goods_total: number; discount_total: number; subtotal_base: number; cgst: number; sgst: number; igst: number; charges: Json; total_amount: number; store_credit: number; payment_method: string; payment_state: string; courier: string; tracking_number: string; version: number; units: number; goods: string[]; invoices: string; credit_notes: string; reference: string; failure: string; day_orders: number; day_cancelled: number; day_total: number; order_number: number; units_gone: number; refund_due: number; to_collect: number; invoice_per_parcel: boolean }[]
      }
      admin_people: {
        Args: Record<PropertyKey, never>
        Returns: { user_id: string; full_name: string; role: string; since: string; granted_by: string; last_sign_in_at: string; blocked: boolean; email: string; second_factor: boolean }[]
      }
      admin_product_count: {
        Args: { p_filters?: Json | null; p_search: string }
        Returns: number
      }
      admin_product_groups: {
        Args: { p_ascending?: boolean | null; p_backwards?: boolean | null; p_cursor?: Json | null; p_filters?: Json | null; p_limit?: number | null; p_search?: string | null; p_sort?: string | null }
        Returns: { id: string; name: string; base_price: number; stock: number; units_sold: number; created_at: string; product: Json; family: Json; total: number }[]
      }
      admin_products: {
        Args: { p_ascending?: boolean | null; p_backwards?: boolean | null; p_cursor?: Json | null; p_filters?: Json | null; p_limit?: number | null; p_search: string; p_sort?: string | null }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      admin_search: {
        Args: { p_limit?: number | null; p_query: string }
        Returns: { kind: string; id: string; title: string; detail: string; status: string; amount: number; at: string }[]
      }
      announce_discount: {
        Args: { p_id: string }
        Returns: number
      }
      api_keys: {
        Args: Record<PropertyKey, never>
        Returns: { id: string; name: string; role: string; hint: string; created_by: string; maker_is_owner: boolean; created_at: string; last_used_at: string; expires_at: string; revoked_at: string; revoked_by: string }[]
      }
      approve_return: {
        Args: { p_return: string; p_version: number }
        Returns: undefined
      }
      arrange_banners: {
        Args: { p_ids: readonly string[] }
        Returns: undefined
      }
      arrange_categories: {
        Args: { p_ids: readonly string[]; p_parent: string }
        Returns: undefined
      }
      arrange_own_pages: {
        Args: { p_ids: readonly string[] }
        Returns: undefined
      }
      ask_return: {
        Args: { p_lines: Json; p_message?: string | null; p_order: string; p_reason: string; p_wish?: string | null }
        Returns: string
      }
      ask_when_back: {
        Args: { p_product: string; p_version: number }
        Returns: undefined
      }
      auth_emails: {
        Args: { p_begins?: string | null; p_users?: readonly string[] | null }
        Returns: { user_id: string; email: string }[]
      }
      bank_statement_facts: {
        Args: { p_lines: Json }
        Returns: Json
      }
      begin_import: {
        Args: { p_added: number; p_changed: number; p_file: string }
        Returns: string
      }
      block_account: {
        Args: { p_reason: string; p_user: string }
        Returns: string
      }
      book_receipts: {
        Args: { p_receipts: Json }
        Returns: number
      }
      book_remittance: {
        Args: { p_courier: string; p_other_charges: number; p_received: number; p_received_on: string; p_reference: string; p_rows: Json }
        Returns: Json
      }
      book_return: {
        Args: { p_lines: Json; p_message?: string | null; p_order: string; p_reason: string; p_wish?: string | null }
        Returns: string
      }
      book_undelivered: {
        Args: { p_charges?: boolean | null; p_order_version: number; p_reason: string; p_shipment: string; p_version: number }
        Returns: number
      }
      bought_before: {
        Args: { p_limit?: number | null }
        Returns: { quantity: number; bought_at: string; product: Json; unit_price: number; times: number }[]
      }
      cancel_rest: {
        Args: { p_order: string; p_reason: string; p_version: number }
        Returns: number
      }
      category_usage: {
        Args: Record<PropertyKey, never>
        Returns: { category_id: string; products: number }[]
      }
      change_products: {
        Args: { p_changes: Json }
        Returns: number
      }
      change_store_credit: {
        Args: { p_amount: number; p_reason: string; p_shown?: number | null; p_user: string }
        Returns: number
      }
      claim_payment: {
        Args: { p_order: string; p_reference: string }
        Returns: undefined
      }
      close_return: {
        Args: { p_charges?: boolean | null; p_deduction?: number | null; p_deduction_reason?: string | null; p_lines?: Json | null; p_return: string; p_settle?: string | null; p_version: number }
        Returns: undefined
      }
      cod_allowance: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      correct_shipment: {
        Args: { p_courier?: string | null; p_own_delivery?: boolean | null; p_shipment: string; p_tracking?: string | null; p_version: number }
        Returns: undefined
      }
      create_phone_code: {
        Args: { p_customer: string }
        Returns: Json
      }
      create_shipment: {
        Args: { p_courier?: string | null; p_lines?: Json | null; p_order: string; p_own_delivery?: boolean | null; p_packed?: boolean | null; p_tracking?: string | null; p_version: number }
        Returns: string
      }
      decline_return: {
        Args: { p_reason: string; p_return: string; p_version: number }
        Returns: undefined
      }
      delete_category: {
        Args: { p_children: number; p_children_to?: string | null; p_id: string; p_products: number; p_products_to?: string | null }
        Returns: string
      }
      delete_product: {
        Args: { p_id: string; p_version: number }
        Returns: string[]
      }
      deliver_paid: {
        Args: { p_method: string; p_order: string; p_reference?: string | null; p_version: number }
        Returns: undefined
      }
      deliver_shipment: {
        Args: { p_shipment: string; p_version: number }
        Returns: undefined
      }
      delivery_at: {
        Args: { p_pincode?: string | null }
        Returns: Json
      }
      delivery_pin_list: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      demo_summary: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      discount_uses: {
        Args: Record<PropertyKey, never>
        Returns: { discount_id: string; uses: number; given: number }[]
      }
      dispatch_shipment: {
        Args: { p_courier?: string | null; p_own_delivery?: boolean | null; p_shipment: string; p_tracking?: string | null; p_version: number }
        Returns: undefined
      }
      dissolve_family: {
        Args: { p_id: string; p_version: number }
        Returns: string[]
      }
      end_previous_razorpay_secrets: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      end_session: {
        Args: { p_session: string }
        Returns: boolean
      }
      exchange_choices: {
        Args: { p_order: string }
        Returns: { item: string; product: string; name: string; in_stock: boolean }[]
      }
      expiry_counts: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      failed_mails: {
        Args: Record<PropertyKey, never>
        Returns: { id: number; kind: string; recipient: string; attempts: number; last_error: string; created_at: string }[]
      }
      find_buyers: {
        Args: { p_limit?: number | null; p_query: string }
        Returns: { id: string; order_id: string; full_name: string; company_name: string; gstin: string; phone: string; email: string; orders: number; last_order_at: string }[]
      }
      find_coupon: {
        Args: { p_code: string }
        Returns: Json
      }
      find_offers: {
        Args: { p_products: readonly string[] }
        Returns: Json
      }
      has_role: {
        Args: { _role: string; _user_id: string }
        Returns: boolean
      }
      hold_import: {
        Args: { p_import: string }
        Returns: undefined
      }
      import_delivery_pins: {
        Args: { p_cod: readonly number[]; p_listed: readonly number[]; p_means: string; p_prepaid: readonly number[]; p_replace: boolean; p_version: number }
        Returns: number
      }
      import_families: {
        Args: { p_families: Json; p_import?: string | null }
        Returns: Json
      }
      import_products: {
        Args: { p_import?: string | null; p_rows: Json; p_skip?: boolean | null }
        Returns: Json
      }
      kept_about_me: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      list_products: {
        Args: { p_brand?: readonly string[] | null; p_category?: readonly string[] | null; p_country?: readonly string[] | null; p_featured?: boolean | null; p_from?: number | null; p_grouped?: boolean | null; p_limit?: number | null; p_max?: number | null; p_min?: number | null; p_moq?: number | null; p_query?: string | null; p_sort?: string | null; p_stock?: readonly string[] | null; p_without?: string | null }
        Returns: { product: Json; family: Json }[]
      }
      logo_file: {
        Args: { p_small?: boolean | null; p_version: string }
        Returns: string
      }
      mail_setup: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      match_order_lines: {
        Args: { p_terms: readonly string[] }
        Returns: { term: string; matched: string; product: Json }[]
      }
      may: {
        Args: { p_permission: string }
        Returns: boolean
      }
      money_to_collect: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      move_stock: {
        Args: { p_note?: string | null; p_product: string; p_quantity: number; p_reason: string; p_shown?: number | null }
        Returns: number
      }
      my_access: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_counter: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_invite: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_permissions: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: { id: string; this_device: boolean; user_agent: string; network: string; signed_in_at: string; last_used_at: string; second_factor: boolean }[]
      }
      near_order_lines: {
        Args: { p_terms: readonly string[] }
        Returns: { term: string; matched: string; product: Json }[]
      }
      opening_checklist: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      order_money: {
        Args: { p_order: string }
        Returns: Json
      }
      order_queue_counts: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      order_timeline: {
        Args: { p_order: string }
        Returns: { at: string; kind: string; actor: string; actor_name: string; data: Json }[]
      }
      picture_downloads: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      preview_remittance: {
        Args: { p_courier: string; p_reference: string; p_rows: Json }
        Returns: Json
      }
      product_facets: {
        Args: { p_brand?: readonly string[] | null; p_category?: readonly string[] | null; p_country?: readonly string[] | null; p_grouped?: boolean | null; p_max?: number | null; p_min?: number | null; p_moq?: number | null; p_query?: string | null; p_stock?: readonly string[] | null }
        Returns: Json
      }
      product_values: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      products_by_sku: {
        Args: { p_skus: readonly string[] }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      queue_pictures: {
        Args: { p_import: string; p_pictures: Json }
        Returns: Json
      }
      razorpay_setup: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      receivables: {
        Args: { p_ascending?: boolean | null; p_backwards?: boolean | null; p_cursor?: Json | null; p_filters?: Json | null; p_limit?: number | null }
        Returns: { id: string; order_number: number; since: string; kind: string; amount: number; total_amount: number; full_name: string; company_name: string; phone: string; status: string; payment_method: string; payment_state: string; courier: string; tracking_number: string; reference: string; version: number }[]
      }
      receive_return: {
        Args: { p_lines: Json; p_return: string; p_version: number }
        Returns: undefined
      }
      receive_shipment: {
        Args: { p_lines?: Json | null; p_shipment: string; p_version: number }
        Returns: undefined
      }
      record_payment: {
        Args: { p_amount?: number | null; p_method: string; p_order: string; p_reference?: string | null; p_version: number }
        Returns: string
      }
      record_surplus: {
        Args: { p_amount: number; p_method: string; p_order: string; p_reference?: string | null; p_version: number }
        Returns: string
      }
      remind_of_payment: {
        Args: { p_channel: string; p_order: string; p_version: number }
        Returns: undefined
      }
      remittance_list: {
        Args: { p_backwards?: boolean | null; p_cursor?: Json | null; p_limit?: number | null }
        Returns: { id: string; created_at: string; courier: string; reference: string; received_on: string; received: number; charges: number; collected: number; booked: number; lines: number; open: number }[]
      }
      remittance_of: {
        Args: { p_remittance: string }
        Returns: Json
      }
      retry_mail: {
        Args: { p_id: number }
        Returns: undefined
      }
      return_counts: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      return_photo: {
        Args: { p_photo: string }
        Returns: string
      }
      return_photo_ids: {
        Args: { p_return: string }
        Returns: string[]
      }
      returnable: {
        Args: { p_order: string }
        Returns: Json
      }
      revoke_api_key: {
        Args: { p_key: string }
        Returns: boolean
      }
      row_history: {
        Args: { p_before?: number | null; p_limit?: number | null; p_row: string; p_tables: readonly string[] }
        Returns: { id: number; at: string; actor: string; actor_name: string; table_name: string; action: string; changes: Json }[]
      }
      sales_breakdown: {
        Args: { p_ascending?: boolean | null; p_before_from: string; p_before_to: string; p_by: string; p_from: string; p_limit?: number | null; p_sort?: string | null; p_to: string }
        Returns: Json
      }
      sales_overview: {
        Args: { p_before_from: string; p_before_to: string; p_from: string; p_to: string }
        Returns: Json
      }
      save_family: {
        Args: { p_family: Json; p_id: string; p_members?: Json | null; p_note?: string | null; p_values?: Json | null; p_version: number }
        Returns: Json
      }
      save_product: {
        Args: { p_id: string; p_pictures?: Json | null; p_pictures_shown?: Json | null; p_product: Json; p_version: number }
        Returns: Json
      }
      search_products: {
        Args: { p_query: string }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      sees_shop: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      send_webhooks_again: {
        Args: { p_ids?: readonly number[] | null }
        Returns: number
      }
      serial_overview: {
        Args: Record<PropertyKey, never>
        Returns: { kind: string; prefix: string; digits: number; next_prefix: string; next_digits: number; next_from: string; version: number; financial_year: string; last_number: number }[]
      }
      set_eway_bill: {
        Args: { p_number: string; p_shipment: string; p_until?: string | null; p_version: number }
        Returns: undefined
      }
      set_serial_series: {
        Args: { p_digits: number; p_kind: string; p_prefix: string; p_version: number }
        Returns: string
      }
      set_shop_open: {
        Args: { p_open: boolean }
        Returns: undefined
      }
      settle_failed_pictures: {
        Args: { p_again: boolean }
        Returns: number
      }
      settle_refund: {
        Args: { p_method: string; p_reference: string; p_refund: string; p_version: number }
        Returns: undefined
      }
      settle_remittance_line: {
        Args: { p_line: string; p_note: string; p_order: string }
        Returns: undefined
      }
      settle_unconfirmed_payment: {
        Args: { p_action: string; p_note: string; p_payment_id: string }
        Returns: undefined
      }
      settle_unmatched_payment: {
        Args: { p_action: string; p_note?: string | null; p_payment_id: string }
        Returns: undefined
      }
      shop_health: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      sitemap_parts: {
        Args: { p_size: number }
        Returns: { after: string; lastmod: string }[]
      }
      staff_invites: {
        Args: Record<PropertyKey, never>
        Returns: { id: string; email: string; role: string; invited_by: string; sent_at: string; expires_at: string }[]
      }
      staff_names: {
        Args: Record<PropertyKey, never>
        Returns: { user_id: string; name: string; present: boolean }[]
      }
      staff_security: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      start_refund: {
        Args: { p_amount: number; p_method?: string | null; p_order: string; p_reason: string; p_reference?: string | null; p_version: number }
        Returns: string
      }
      stock_cover: {
        Args: { p_ascending?: boolean | null; p_from: string; p_limit?: number | null; p_list?: string | null; p_sort?: string | null; p_to: string; p_within?: number | null }
        Returns: Json
      }
      stock_history: {
        Args: { p_before?: number | null; p_limit?: number | null; p_product: string }
        Returns: { id: number; at: string; quantity: number; reason: string; note: string; order_id: string; order_number: number; actor_name: string }[]
      }
      stock_waiting: {
        Args: { p_products: readonly string[] }
        Returns: { product_id: string; waiting: number }[]
      }
      suggest_products: {
        Args: { p_limit?: number | null; p_tokens: readonly string[] }
        Returns: Database["public"]["Tables"]["products"]["Row"][]
      }
      take_over_orders: {
        Args: { p_code: string; p_phone: string }
        Returns: Json
      }
      test_mail_result: {
        Args: { p_id: number }
        Returns: Json
      }
      unblock_account: {
        Args: { p_user: string }
        Returns: boolean
      }
      undo_import: {
        Args: { p_import: string }
        Returns: Json
      }
      undo_payment: {
        Args: { p_payment: string; p_reason: string; p_version: number }
        Returns: undefined
      }
      unmatched_payments: {
        Args: Record<PropertyKey, never>
        Returns: { payment_id: string; provider_order_id: string; order_id: string; order_number: number; amount: number; currency: string; status: string; reason: string; refund: string; received_at: string; resolved_at: string; resolved_by: string; note: string; last_error: string }[]
      }
      unpack_shipment: {
        Args: { p_shipment: string; p_version: number }
        Returns: undefined
      }
      unused_product_files: {
        Args: { p_files: readonly string[]; p_product: string }
        Returns: string[]
      }
      webhook_deliveries: {
        Args: { p_after?: number | null; p_before?: number | null; p_limit?: number | null; p_state?: string | null }
        Returns: { id: number; event_id: string; kind: string; object_id: string; state: string; attempts: number; next_attempt_at: string; last_status: number; last_error: string; created_at: string; delivered_at: string }[]
      }
      webhook_setup: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      withdraw_refund: {
        Args: { p_refund: string; p_version: number }
        Returns: undefined
      }
      withdraw_return: {
        Args: { p_return: string; p_version: number }
        Returns: undefined
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
