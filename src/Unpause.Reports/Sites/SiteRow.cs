namespace Unpause.Reports.Sites;

/// <summary>A call site in text outputs.</summary>
/// <param name="Text">The numbers of the site.</param>
/// <param name="Stack">The functions, the innermost first. Untrusted: escape before showing.</param>
internal sealed record SiteRow(string Text, IReadOnlyList<string> Stack);
