using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers.Shared;

/// <summary>A using line for what a fix names.</summary>
internal static class NewUsing
{
    /// <summary>The root with a using of the namespace, unless the type is already known at this place by its name.</summary>
    internal static SyntaxNode In(SyntaxNode root, SemanticModel model, int position, string space, string type)
    {
        if (!model.LookupNamespacesAndTypes(position, name: type).IsEmpty) return root;
        if (root is not CompilationUnitSyntax unit) return root;
        if (unit.Usings.Any(line => line.Name?.ToString() == space && line.Alias is null)) return root;
        // Without trivia of its own the line ends as the others of the file do.
        var end = unit.DescendantTrivia().FirstOrDefault(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        var line = SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(space)).NormalizeWhitespace()
            .WithTrailingTrivia(end.IsKind(SyntaxKind.EndOfLineTrivia) ? end : SyntaxFactory.ElasticLineFeed);
        if (unit.Usings.Count > 0 || unit.Externs.Count > 0) return unit.AddUsings(line);

        // A #define or the licence's comment stays first in the file.
        var first = unit.GetFirstToken(includeZeroWidth: true);
        return unit.ReplaceToken(first, first.WithLeadingTrivia()).AddUsings(line.WithLeadingTrivia(first.LeadingTrivia));
    }
}
