/** What the owner wrote instead of the page's own text: HTML that the server rendered and escaped (domain/text/page-text.ts). */
export const OwnWords = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />
