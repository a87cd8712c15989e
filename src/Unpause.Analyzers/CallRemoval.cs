using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers;

/// <summary>Takes a call away that is a statement of its own.</summary>
internal static class CallRemoval
{
    /// <summary>The root without the call; null where something is made of it.</summary>
    internal static SyntaxNode? From(SyntaxNode root, SyntaxNode call) => call.Parent switch
    {
        ExpressionStatementSyntax { Parent: BlockSyntax or SwitchSectionSyntax } statement => Without(root, statement),
        ExpressionStatementSyntax { Parent: GlobalStatementSyntax statement } => Without(root, statement),
        // if (…) GC.Collect(); needs a statement.
        ExpressionStatementSyntax statement => root.ReplaceNode(statement, Empty().WithTriviaFrom(statement)),
        AnonymousFunctionExpressionSyntax function =>
            root.ReplaceNode(function, function.WithExpressionBody(null).WithBlock(Empty()).WithTriviaFrom(function)),
        ArrowExpressionClauseSyntax { Parent: MethodDeclarationSyntax method } => root.ReplaceNode(
            method, method.WithExpressionBody(null).WithSemicolonToken(default).WithBody(Empty()).WithTriviaFrom(method)),
        _ => null,
    };

    /// <summary>Its line goes too, unless there is a comment or a directive.</summary>
    private static SyntaxNode? Without(SyntaxNode root, SyntaxNode statement)
    {
        var isAlone = statement.GetLeadingTrivia().Concat(statement.GetTrailingTrivia())
            .All(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia) || trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        return root.RemoveNode(statement, isAlone
            ? SyntaxRemoveOptions.KeepNoTrivia
            : SyntaxRemoveOptions.KeepExteriorTrivia | SyntaxRemoveOptions.KeepDirectives);
    }

    private static BlockSyntax Empty() => SyntaxFactory.Block(
        SyntaxFactory.Token(SyntaxKind.OpenBraceToken).WithTrailingTrivia(SyntaxFactory.Space), default,
        SyntaxFactory.Token(SyntaxKind.CloseBraceToken));
}
