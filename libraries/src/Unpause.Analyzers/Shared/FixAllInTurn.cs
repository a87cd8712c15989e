using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Unpause.Analyzers.Shared;

/// <summary>
/// Repairs all of a document in one pass: each place in the document that the repairs before it made, so that two that change the same
/// declaration or want the same using line don't meet. Inner places come first, because outer ones copy their text.
/// </summary>
internal sealed class FixAllInTurn(TriedFixes fixes) : DocumentBasedFixAllProvider
{
    /// <inheritdoc/>
    protected override async Task<Document?> FixAllAsync(
        FixAllContext fixAllContext, Document document, ImmutableArray<Diagnostic> diagnostics)
    {
        var root = await document.GetSyntaxRootAsync(fixAllContext.CancellationToken).ConfigureAwait(false);
        if (root is null) return null;
        var marks = new Dictionary<SyntaxNode, SyntaxAnnotation>();
        var turns = new List<(SyntaxAnnotation Mark, string Id)>();
        foreach (var diagnostic in diagnostics.OrderBy(place => place.Location.SourceSpan.Length))
        {
            var node = root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);
            if (!marks.TryGetValue(node, out var mark)) marks.Add(node, mark = new SyntaxAnnotation());
            turns.Add((mark, diagnostic.Id));
        }

        document = document.WithSyntaxRoot(
            root.ReplaceNodes(marks.Keys, (old, current) => current.WithAdditionalAnnotations(marks[old])));
        foreach (var (mark, id) in turns)
        {
            root = await document.GetSyntaxRootAsync(fixAllContext.CancellationToken).ConfigureAwait(false);
            if (root!.GetAnnotatedNodes(mark).FirstOrDefault() is not { } node) continue;
            document = await fixes.FixedAsync(document, node, id, fixAllContext.CancellationToken).ConfigureAwait(false) ?? document;
        }

        return document;
    }
}
