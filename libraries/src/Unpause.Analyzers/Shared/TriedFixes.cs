using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Unpause.Analyzers.Shared;

/// <summary>Fixes that are offered only when the changed document compiles: each is tried before anybody sees it.</summary>
public abstract class TriedFixes : CodeFixProvider
{
    /// <inheritdoc/>
    public sealed override FixAllProvider GetFixAllProvider() => new FixAllInTurn(this);

    /// <inheritdoc/>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        foreach (var diagnostic in context.Diagnostics)
        {
            if (root?.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true) is not { } node) continue;
            var repaired = await FixedAsync(context.Document, node, diagnostic.Id, context.CancellationToken).ConfigureAwait(false);
            if (repaired is null) continue;
            context.RegisterCodeFix(CodeAction.Create(Title(diagnostic.Id), _ => Task.FromResult(repaired), diagnostic.Id), diagnostic);
        }
    }

    /// <summary>The document without the flagged code, or null when there is nothing to put in its place that compiles.</summary>
    internal async Task<Document?> FixedAsync(Document document, SyntaxNode node, string id, CancellationToken cancellationToken)
    {
        var model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        if (model is null) return null;
        var type = MarkedCalls.TypeOf(node, model, cancellationToken);
        var repaired = type is null || NewName(type, id) is null
            ? await TriedAsync(document, node, id, cancellationToken).ConfigureAwait(false)
            : await RetypedAsync(document, node, type, id, cancellationToken).ConfigureAwait(false);
        return repaired is null || await Problems.AreElsewhereAsync(document, repaired, cancellationToken).ConfigureAwait(false)
            ? null
            : repaired;
    }

    /// <summary>The document with another type in the place of one, when what it does doesn't depend on that.</summary>
    private async Task<Document?> RetypedAsync(
        Document document, SyntaxNode node, ITypeSymbol type, string id, CancellationToken cancellationToken)
    {
        var model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        if (model is null || TypeQuestions.AreAsked(node, type, model, cancellationToken)) return null;
        var calls = MarkedCalls.Create(node, type, model, cancellationToken);
        var marked = document.WithSyntaxRoot(calls.Root);
        var root = await marked.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
        var place = root?.GetAnnotatedNodes(calls.Mark).FirstOrDefault();
        var repaired = place is null ? null : await TriedAsync(marked, place, id, cancellationToken).ConfigureAwait(false);
        if (repaired is null) return null;
        root = await repaired.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
        model = await repaired.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        return root is not null && model is not null && calls.AreKept(root, model, cancellationToken) ? repaired : null;
    }

    private async Task<Document?> TriedAsync(Document document, SyntaxNode node, string id, CancellationToken cancellationToken)
    {
        var model = await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
        if (model is null || Edited(node, model, id, cancellationToken) is not { } root) return null;
        return await new Retyping(type => NewName(type, id), (other, its) => Edited(other, its, id, cancellationToken))
            .SettleAsync(document, document.WithSyntaxRoot(root), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>What the fix of a rule is called.</summary>
    private protected abstract string Title(string id);

    /// <summary>The type that takes the place of another in declarations, if there is one.</summary>
    private protected abstract string? NewName(ITypeSymbol type, string id);

    /// <summary>The document's root with the flagged code replaced, not yet tried; null when there is nothing to replace it with.</summary>
    private protected abstract SyntaxNode? Edited(SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken);
}
