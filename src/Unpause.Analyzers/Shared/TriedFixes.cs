using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

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
        if (model is null || Asks(node, model, id, cancellationToken)) return null;
        if (Edited(node, model, id, cancellationToken) is not { } root) return null;
        return await new Retyping(type => NewName(type, id), (other, its) => Edited(other, its, id, cancellationToken))
            .SettleAsync(document, document.WithSyntaxRoot(root), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Whether the member asks for the old type while it runs: that compiles with the new one, and answers otherwise.</summary>
    private bool Asks(SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken)
    {
        var member = node.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        var asked = member?.DescendantNodes().Select(part => part switch
        {
            CastExpressionSyntax cast => cast.Type,
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression or (int)SyntaxKind.IsExpression } test => test.Right,
            DeclarationPatternSyntax pattern => pattern.Type,
            TypePatternSyntax pattern => pattern.Type,
            RecursivePatternSyntax { Type: { } type } => type,
            ConstantPatternSyntax pattern => pattern.Expression,
            TypeOfExpressionSyntax type => type.Type,
            _ => null,
        });
        return asked?.Any(type => type is not null && model.GetSymbolInfo(type, cancellationToken).Symbol is ITypeSymbol symbol &&
            NewName(symbol, id) is not null) ?? false;
    }

    /// <summary>What the fix of a rule is called.</summary>
    private protected abstract string Title(string id);

    /// <summary>The type that takes the place of another in declarations, if there is one.</summary>
    private protected abstract string? NewName(ITypeSymbol type, string id);

    /// <summary>The document's root with the flagged code replaced, not yet tried; null when there is nothing to replace it with.</summary>
    private protected abstract SyntaxNode? Edited(SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken);
}
