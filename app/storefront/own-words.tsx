/** The owner's text in place of the page's default text: HTML that the server rendered and escaped (domain/text/page-text.ts). */
export const OwnWords = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />
