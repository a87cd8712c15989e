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
        ArrowExpressionClauseSyntax { Parent: { } member } => WithoutBody(member) is { } empty
            ? root.ReplaceNode(member, empty.WithTriviaFrom(member))
            : null,
        _ => null,
    };

    private static SyntaxNode? WithoutBody(SyntaxNode member) => member switch
    {
        BaseMethodDeclarationSyntax method => method.WithExpressionBody(null).WithSemicolonToken(default).WithBody(Empty()),
        LocalFunctionStatementSyntax function => function.WithExpressionBody(null).WithSemicolonToken(default).WithBody(Empty()),
        AccessorDeclarationSyntax accessor => accessor.WithExpressionBody(null).WithSemicolonToken(default).WithBody(Empty()),
        _ => null,
    };

    /// <summary>Its line goes too; comments before it stay, and directives.</summary>
    private static SyntaxNode? Without(SyntaxNode root, SyntaxNode statement)
    {
        var around = statement.GetLeadingTrivia().Concat(statement.GetTrailingTrivia()).ToList();
        if (around.All(IsBlank)) return root.RemoveNode(statement, SyntaxRemoveOptions.KeepNoTrivia);
        var next = statement.GetLastToken().GetNextToken();
        if (around.Any(trivia => trivia.IsDirective) || next.IsKind(SyntaxKind.None))
        {
            return root.RemoveNode(statement, SyntaxRemoveOptions.KeepExteriorTrivia | SyntaxRemoveOptions.KeepDirectives);
        }

        // A comment behind the call stands where the call stood, and what follows has its own indentation.
        var behind = statement.GetTrailingTrivia().SkipWhile(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia)).ToList();
        IEnumerable<SyntaxTrivia> kept = behind.All(IsBlank)
            ? statement.GetLeadingTrivia().Reverse().SkipWhile(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia)).Reverse()
            : statement.GetLeadingTrivia().Concat(behind);
        var mark = new SyntaxAnnotation();
        var marked = root.ReplaceSyntax(
            [statement], (old, _) => old.WithAdditionalAnnotations(mark),
            [next], (old, _) => old.WithLeadingTrivia(kept.Concat(old.LeadingTrivia)), [], (old, _) => old);
        return marked.RemoveNode(marked.GetAnnotatedNodes(mark).Single(), SyntaxRemoveOptions.KeepNoTrivia);
    }

    private static bool IsBlank(SyntaxTrivia trivia) =>
        trivia.IsKind(SyntaxKind.WhitespaceTrivia) || trivia.IsKind(SyntaxKind.EndOfLineTrivia);

    private static BlockSyntax Empty() => SyntaxFactory.Block(
        SyntaxFactory.Token(SyntaxKind.OpenBraceToken).WithTrailingTrivia(SyntaxFactory.Space), default,
        SyntaxFactory.Token(SyntaxKind.CloseBraceToken));
}
