namespace Unpause.Reports.Sites;

/// <summary>A place in the program as text outputs show it.</summary>
/// <param name="Text">Its numbers.</param>
/// <param name="Stack">Functions, the innermost first. Hostile: escape before showing.</param>
internal sealed record SiteRow(string Text, IReadOnlyList<string> Stack);
