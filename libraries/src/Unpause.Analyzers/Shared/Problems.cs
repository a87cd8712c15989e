using Microsoft.CodeAnalysis;

namespace Unpause.Analyzers.Shared;

/// <summary>What the compiler has against a document: errors, and warnings about null.</summary>
internal static class Problems
{
    /// <summary>The problems of a document.</summary>
    internal static async Task<List<Diagnostic>> OfAsync(Document document, CancellationToken cancellationToken)
    {
        var model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        // Warnings that begin with CS86 and CS87 are those about null.
        return model is null ? [] : [.. model.GetDiagnostics(cancellationToken: cancellationToken).Where(problem =>
            IsError(problem)
            || (problem.Severity == DiagnosticSeverity.Warning && problem.Id.StartsWith("CS8", StringComparison.Ordinal)))];
    }

    /// <summary>Whether there are more than before: an error in the place of a warning is one.</summary>
    internal static bool AreMore(List<Diagnostic> before, List<Diagnostic> after) =>
        after.Count > before.Count || after.Count(IsError) > before.Count(IsError);

    /// <summary>
    /// Whether the same change makes problems where the file is also compiled: for another framework other lines of it count.
    /// </summary>
    internal static async Task<bool> AreElsewhereAsync(Document before, Document after, CancellationToken cancellationToken)
    {
        var links = after.GetLinkedDocumentIds();
        if (links.IsEmpty) return false;
        var oldText = await before.GetTextAsync(cancellationToken).ConfigureAwait(false);
        var newText = await after.GetTextAsync(cancellationToken).ConfigureAwait(false);
        foreach (var link in links)
        {
            if (after.Project.Solution.GetDocument(link) is not { } other) continue;
            var old = other.Project.Solution.WithDocumentText(link, oldText).GetDocument(link)!;
            var changed = other.Project.Solution.WithDocumentText(link, newText).GetDocument(link)!;
            var problems = await OfAsync(changed, cancellationToken).ConfigureAwait(false);
            if (problems.Count > 0 && AreMore(await OfAsync(old, cancellationToken).ConfigureAwait(false), problems)) return true;
        }

        return false;
    }

    private static bool IsError(Diagnostic problem) => problem.Severity == DiagnosticSeverity.Error;
}
