using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers;

/// <summary>Puts the type of Unpause.Collections or Unpause.IO in the place of the flagged one, or takes the call away.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class CodeFixes : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds =>
        [Rules.LargeCollectionId, Rules.MemoryStreamId, Rules.TranscodingStringId, Rules.InducedCollectionId];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        var diagnostic = context.Diagnostics[0];
        if (root?.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true) is not { } node) return;
        var fixedRoot = diagnostic.Id switch
        {
            Rules.LargeCollectionId => await ReplaceTypeAsync(context, root, node, "Unpause.Collections").ConfigureAwait(false),
            Rules.MemoryStreamId => await ReplaceTypeAsync(context, root, node, "Unpause.IO").ConfigureAwait(false),
            Rules.TranscodingStringId => ReplaceTranscoding(root, node),
            _ => RemoveCall(root, node),
        };
        if (fixedRoot is null) return;
        var title = diagnostic.Id switch
        {
            Rules.InducedCollectionId => "Remove the call",
            Rules.TranscodingStringId => "Use Transcoder",
            Rules.MemoryStreamId => "Use PooledMemoryStream",
            _ => "Use the chunked collection",
        };
        context.RegisterCodeFix(
            CodeAction.Create(title, _ => Task.FromResult(context.Document.WithSyntaxRoot(fixedRoot)), diagnostic.Id), diagnostic);
    }

    /// <summary>Replaces the created type, and the declared one where it is written out.</summary>
    private static async Task<SyntaxNode?> ReplaceTypeAsync(CodeFixContext context, SyntaxNode root, SyntaxNode node, string space)
    {
        var model = await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false);
        // A capacity is of no use to a pooled stream, and its constructor takes none.
        if (space == "Unpause.IO" && node is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments.Count: > 0 }) return null;
        if (node is not BaseObjectCreationExpressionSyntax creation
            || model?.GetTypeInfo(creation, context.CancellationToken).Type is not { } type)
        {
            return null;
        }

        var name = space == "Unpause.IO" ? "PooledMemoryStream" : LargeCollectionAnalyzer.Replacement(type);
        if (name is null) return null;
        var replaced = new List<TypeSyntax>();
        if (creation is ObjectCreationExpressionSyntax explicitCreation) replaced.Add(explicitCreation.Type);
        var declaration = creation.FirstAncestorOrSelf<VariableDeclarationSyntax>();
        if (declaration is { Type.IsVar: false, Variables.Count: 1 } && declaration.Variables[0].Initializer?.Value == creation)
        {
            var declared = model.GetTypeInfo(declaration.Type, context.CancellationToken).Type;
            if (SymbolEqualityComparer.Default.Equals(declared, type)) replaced.Add(declaration.Type);
        }

        if (replaced.Count == 0) return null;
        return AddUsing(root.ReplaceNodes(replaced, (old, _) => Renamed(old, name)), space);
    }

    private static TypeSyntax Renamed(TypeSyntax old, string name)
    {
        var arguments = old.DescendantNodesAndSelf().OfType<GenericNameSyntax>().FirstOrDefault()?.TypeArgumentList;
        TypeSyntax renamed = arguments is null
            ? SyntaxFactory.IdentifierName(name)
            : SyntaxFactory.GenericName(SyntaxFactory.Identifier(name), arguments.WithoutTrivia());
        return renamed.WithTriviaFrom(old);
    }

    /// <summary>to.GetBytes(from.GetString(bytes)) becomes new Transcoder(from, to).Transcode(bytes).ToArray().</summary>
    private static SyntaxNode? ReplaceTranscoding(SyntaxNode root, SyntaxNode node)
    {
        if (node is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax to } outer) return null;
        if (outer.ArgumentList.Arguments[0].Expression
            is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax from } inner)
        {
            return null;
        }

        var source = inner.ArgumentList.Arguments[0].ToString();
        var call = SyntaxFactory.ParseExpression($"new Transcoder({from.Expression}, {to.Expression}).Transcode({source}).ToArray()");
        return AddUsing(root.ReplaceNode(outer, call.WithTriviaFrom(outer)), "Unpause.IO");
    }

    private static SyntaxNode? RemoveCall(SyntaxNode root, SyntaxNode node) =>
        node.FirstAncestorOrSelf<ExpressionStatementSyntax>() is { Parent: BlockSyntax } statement
            ? root.RemoveNode(statement, SyntaxRemoveOptions.KeepExteriorTrivia)
            : null;

    private static SyntaxNode AddUsing(SyntaxNode root, string name)
    {
        if (root is not CompilationUnitSyntax unit || unit.Usings.Any(directive => directive.Name?.ToString() == name)) return root;
        return unit.AddUsings(SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(name))
            .NormalizeWhitespace().WithTrailingTrivia(SyntaxFactory.ElasticLineFeed));
    }
}
