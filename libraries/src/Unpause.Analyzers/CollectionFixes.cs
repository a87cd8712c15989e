using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>Puts a chunked collection in the place of the flagged one, or takes the flagged call away.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class CollectionFixes : TriedFixes
{
    private const string Space = "Unpause.Collections";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        ImmutableArray.Create(Rules.LargeCollectionId, Rules.InducedCollectionId, Rules.FlattenedChunksId);

    private protected override string Title(string id) =>
        id == Rules.InducedCollectionId ? "Remove the call" : "Use the chunked collection";

    private protected override string? NewName(ITypeSymbol type, string id) =>
        id == Rules.InducedCollectionId ? null : LargeCollectionAnalyzer.Replacement(type);

    private protected override SyntaxNode? Edited(SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken)
    {
        var root = node.SyntaxTree.GetRoot(cancellationToken);
        if (id == Rules.InducedCollectionId) return CallRemoval.From(root, node);
        var info = model.GetTypeInfo(node, cancellationToken);
        if ((node is CollectionExpressionSyntax ? info.ConvertedType : info.Type) is not { } type) return null;
        if (LargeCollectionAnalyzer.Replacement(type) is not { } name) return null;
        (SyntaxNode? old, SyntaxNode? replacement) = node switch
        {
            ObjectCreationExpressionSyntax creation => (creation.Type, Retyping.Renamed(creation.Type, name)),
            ImplicitObjectCreationExpressionSyntax creation => Declaration(creation, model, id, cancellationToken)
                ?? (creation, ChunkedCopy.Rewrite(creation, (INamedTypeSymbol)type, name, model)!),
            CollectionExpressionSyntax => Declaration(node, model, id, cancellationToken) ?? default,
            InvocationExpressionSyntax call => (call, ChunkedCopy.Rewrite(call, name)!),
            _ => default,
        };
        return old is null || replacement is null
            ? null
            : NewUsing.In(
                root.ReplaceNode(old, replacement), model, node.SpanStart, Space,
                node is InvocationExpressionSyntax ? ChunkedCopy.Extensions : name);
    }

    /// <summary>The type in the declaration, where the expression takes its type from there.</summary>
    private (SyntaxNode Old, SyntaxNode New)? Declaration(
        SyntaxNode node, SemanticModel model, string id, CancellationToken cancellationToken)
    {
        var declared = Retyping.Declared(type => NewName(type, id), node, model, cancellationToken);
        return declared is null || model.GetTypeInfo(declared, cancellationToken).Type is not { } type || NewName(type, id) is not { } name
            ? null
            : (declared, Retyping.Renamed(declared, name));
    }
}
