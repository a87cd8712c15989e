using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers.Shared;

/// <summary>Code that depends on a type while it runs: with another type it compiles, and does something else.</summary>
internal static class TypeQuestions
{
    /// <summary>
    /// Whether the flagged code's member asks for such a type, of whatever elements, any other place of the document for exactly this
    /// one, or a foreach writes into the array that it goes through, which a collection forbids.
    /// </summary>
    internal static bool AreAsked(SyntaxNode node, ITypeSymbol type, SemanticModel model, CancellationToken cancellationToken)
    {
        var root = node.SyntaxTree.GetRoot(cancellationToken);
        // Statements of the program are members each, and parts of one method.
        SyntaxNode? member = node.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        if (member is GlobalStatementSyntax) member = root;
        foreach (var part in root.DescendantNodes())
        {
            if (type is IArrayTypeSymbol && part is ForEachStatementSyntax loop && Writes(loop, type, model, cancellationToken))
            {
                return true;
            }

            if (Asked(part) is not { } asked || model.GetSymbolInfo(asked, cancellationToken).Symbol is not ITypeSymbol symbol) continue;
            if (SymbolEqualityComparer.Default.Equals(symbol, type)) return true;
            if (IsOfKind(symbol, type) && member?.Span.Contains(part.Span) == true) return true;
        }

        return false;
    }

    private static bool IsOfKind(ITypeSymbol asked, ITypeSymbol type) => type is IArrayTypeSymbol
        ? asked is IArrayTypeSymbol
        : SymbolEqualityComparer.Default.Equals(asked.OriginalDefinition, type.OriginalDefinition);

    private static SyntaxNode? Asked(SyntaxNode part) => part switch
    {
        CastExpressionSyntax cast => cast.Type,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression or (int)SyntaxKind.IsExpression } test => test.Right,
        DeclarationPatternSyntax pattern => pattern.Type,
        TypePatternSyntax pattern => pattern.Type,
        RecursivePatternSyntax { Type: { } type } => type,
        ConstantPatternSyntax pattern => pattern.Expression,
        TypeOfExpressionSyntax type => type.Type,
        _ => null,
    };

    private static bool Writes(
        ForEachStatementSyntax loop, ITypeSymbol type, SemanticModel model, CancellationToken cancellationToken)
    {
        return IsOfType(loop.Expression) && loop.Statement.DescendantNodes().Any(
            part => part is ElementAccessExpressionSyntax access && IsWritten(access) && IsOfType(access.Expression));

        bool IsOfType(SyntaxNode value) =>
            SymbolEqualityComparer.Default.Equals(model.GetTypeInfo(value, cancellationToken).Type, type);
    }

    private static bool IsWritten(SyntaxNode access) => access.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left == access,
        PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax => true,
        ArgumentSyntax argument => !argument.RefKindKeyword.IsKind(SyntaxKind.None),
        _ => false,
    };
}
