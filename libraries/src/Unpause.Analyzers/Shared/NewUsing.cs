using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Unpause.Analyzers.Shared;

/// <summary>A using line for what a fix names.</summary>
internal static class NewUsing
{
    /// <summary>
    /// The root with a using of the namespace, unless the type is already known at this place by its name; null where the name is that
    /// of another type, which would be taken.
    /// </summary>
    internal static SyntaxNode? In(SyntaxNode root, SemanticModel model, int position, string space, string type)
    {
        var known = model.LookupNamespacesAndTypes(position, name: type);
        if (known.Any(found => found.ContainingNamespace?.ToDisplayString() != space)) return null;
        if (!known.IsEmpty || root is not CompilationUnitSyntax unit) return root;
        if (unit.Usings.Any(line => line.Name?.ToString() == space && line.Alias is null)) return root;
        // Without trivia of its own the line ends as the others of the file do.
        var end = unit.DescendantTrivia().FirstOrDefault(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        var line = SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(space)).NormalizeWhitespace()
            .WithTrailingTrivia(end.IsKind(SyntaxKind.EndOfLineTrivia) ? end : SyntaxFactory.ElasticLineFeed);
        var usings = unit.Usings;
        if (unit.Externs.Count > 0 || (usings.Count > 0 && !AreConditional(unit))) return unit.AddUsings(line);

        // A #define or the licence's comment stays first in the file, and before an #if the line holds for every configuration.
        var first = unit.GetFirstToken(includeZeroWidth: true);
        var head = first.LeadingTrivia.TakeWhile(trivia => !trivia.IsKind(SyntaxKind.IfDirectiveTrivia)).ToList();
        unit = unit.ReplaceToken(first, first.WithLeadingTrivia(first.LeadingTrivia.Skip(head.Count)));
        return unit.WithUsings(unit.Usings.Insert(0, line.WithLeadingTrivia(head)));
    }

    /// <summary>Whether an #if stands among the usings, so that nobody knows in which of them the last line is.</summary>
    private static bool AreConditional(CompilationUnitSyntax unit)
    {
        var next = unit.Usings.Last().GetLastToken().GetNextToken(includeZeroWidth: true);
        return unit.DescendantTrivia(TextSpan.FromBounds(0, next.SpanStart)).Any(trivia => trivia.IsKind(SyntaxKind.IfDirectiveTrivia));
    }
}
