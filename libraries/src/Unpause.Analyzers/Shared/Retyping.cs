using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers.Shared;

/// <summary>
/// Makes an edited document compile again: where the new type doesn't fit what it is assigned to, returned as or passed for, the
/// declaration there gets the new type too, as long as nobody outside of this document can see it; and so does what else is assigned there.
/// </summary>
internal sealed class Retyping(Func<ITypeSymbol, string?> newName, Func<SyntaxNode, SemanticModel, SyntaxNode?> replaced)
{
    // A chain of declarations that is longer is for a human to change.
    private const int MaxRounds = 12;

    /// <summary>The document with declarations changed until it has no more errors than before, or null when that can't be had.</summary>
    internal async Task<Document?> SettleAsync(Document before, Document edited, CancellationToken cancellationToken)
    {
        var allowed = await Problems.OfAsync(before, cancellationToken).ConfigureAwait(false);
        for (var round = 0; round < MaxRounds; round++)
        {
            var problems = await Problems.OfAsync(edited, cancellationToken).ConfigureAwait(false);
            if (!Problems.AreMore(allowed, problems)) return edited;
            var root = await edited.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false);
            var model = await edited.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false);
            if (root is null || model is null) return null;
            if (Next(problems, root, model, cancellationToken) is not { } next) return null;
            edited = edited.WithSyntaxRoot(next);
        }

        return null;
    }

    /// <summary>The root with all declarations changed that the problems name, else with one expression that makes the old type.</summary>
    private SyntaxNode? Next(List<Diagnostic> problems, SyntaxNode root, SemanticModel model, CancellationToken cancellationToken)
    {
        var misfits = problems.Select(problem => Misfit(problem, root)).OfType<SyntaxNode>().ToList();
        var types = new HashSet<TypeSyntax>(misfits
            .Select(node => Declared(newName, node, model, cancellationToken)
                ?? Part(newName, Origin(node, model, cancellationToken), model, cancellationToken))
            .OfType<TypeSyntax>());
        if (types.Count > 0)
        {
            return root.ReplaceNodes(types, (old, _) => Renamed(old, newName(model.GetTypeInfo(old, cancellationToken).Type!)!));
        }

        return misfits.Where(node => model.GetTypeInfo(node, cancellationToken).Type is { } type && newName(type) is not null)
            .Select(node => replaced(node, model)).FirstOrDefault(next => next is not null);
    }

    /// <summary>The expression that doesn't fit where it stands.</summary>
    private static SyntaxNode? Misfit(Diagnostic problem, SyntaxNode root)
    {
        // "Cannot convert" of an assignment, with a cast that is missing, of an argument; an operator that can't be applied.
        if (problem.Id is not ("CS0029" or "CS0266" or "CS1503" or "CS0019")) return null;
        var node = root.FindNode(problem.Location.SourceSpan, getInnermostNodeForTie: true);
        return problem.Id != "CS0019" ? node : (node as AssignmentExpressionSyntax)?.Right;
    }

    /// <summary>The part of a declaration that names the old type of what this expression becomes, where it may be changed.</summary>
    internal static TypeSyntax? Declared(
        Func<ITypeSymbol, string?> newName, SyntaxNode expression, SemanticModel model, CancellationToken cancellationToken) =>
        Part(newName, Target(expression, model, cancellationToken), model, cancellationToken);

    private static TypeSyntax? Part(
        Func<ITypeSymbol, string?> newName, TypeSyntax? declared, SemanticModel model, CancellationToken cancellationToken)
    {
        return declared?.DescendantNodesAndSelf().OfType<TypeSyntax>().FirstOrDefault(
            part => !part.IsVar && model.GetTypeInfo(part, cancellationToken).Type is { } type && part is not NullableTypeSyntax &&
                newName(type) is not null);
    }

    /// <summary>The same type under its new name, with the arguments that it has.</summary>
    internal static TypeSyntax Renamed(TypeSyntax old, string name)
    {
        var arguments = old switch
        {
            ArrayTypeSyntax array => SyntaxFactory.TypeArgumentList(
                SyntaxFactory.SingletonSeparatedList(array.ElementType.WithoutTrivia())),
            _ => old.DescendantNodesAndSelf().OfType<GenericNameSyntax>().FirstOrDefault()?.TypeArgumentList.WithoutTrivia(),
        };
        TypeSyntax renamed = arguments is null
            ? SyntaxFactory.IdentifierName(name)
            : SyntaxFactory.GenericName(SyntaxFactory.Identifier(name), arguments);
        return renamed.WithTriviaFrom(old);
    }

    private static TypeSyntax? Target(SyntaxNode expression, SemanticModel model, CancellationToken cancellationToken)
    {
        for (var node = expression; ; node = node.Parent)
        {
            switch (node.Parent)
            {
                case null or MemberDeclarationSyntax:
                    return null;
                case EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator }:
                    return TypeOf(model.GetDeclaredSymbol(declarator, cancellationToken), cancellationToken);
                case EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax property }:
                    return IsOurs(model.GetDeclaredSymbol(property, cancellationToken)) ? property.Type : null;
                case AssignmentExpressionSyntax assignment when assignment.Right == node:
                    return TypeOf(model.GetSymbolInfo(assignment.Left, cancellationToken).Symbol, cancellationToken);
                case ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } argument:
                    return TypeOf(Parameter(argument, model.GetSymbolInfo(call, cancellationToken)), cancellationToken);
                case ReturnStatementSyntax or ArrowExpressionClauseSyntax:
                    return Returned(node, model, cancellationToken);
                case ParenthesizedExpressionSyntax or ConditionalExpressionSyntax or SwitchExpressionArmSyntax or SwitchExpressionSyntax
                    or PostfixUnaryExpressionSyntax or AnonymousFunctionExpressionSyntax or BinaryExpressionSyntax
                    { RawKind: (int)SyntaxKind.CoalesceExpression }:
                    break;
                default:
                    return null;
            }
        }
    }

    private static IParameterSymbol? Parameter(ArgumentSyntax argument, SymbolInfo called)
    {
        var method = (called.Symbol ?? (called.CandidateSymbols.Length == 1 ? called.CandidateSymbols[0] : null)) as IMethodSymbol;
        if (argument.NameColon is { } name) return method?.Parameters.FirstOrDefault(its => its.Name == name.Name.Identifier.ValueText);
        var place = ((ArgumentListSyntax)argument.Parent!).Arguments.IndexOf(argument);
        return place < method?.Parameters.Length ? method.Parameters[place] : null;
    }

    private static TypeSyntax? Returned(SyntaxNode node, SemanticModel model, CancellationToken cancellationToken)
    {
        foreach (var outer in node.Ancestors())
        {
            switch (outer)
            {
                case AnonymousFunctionExpressionSyntax function:
                    return Target(function, model, cancellationToken);
                case LocalFunctionStatementSyntax function:
                    return function.ReturnType;
                case MethodDeclarationSyntax method:
                    return IsOurs(model.GetDeclaredSymbol(method, cancellationToken)) ? method.ReturnType : null;
                case BasePropertyDeclarationSyntax property:
                    return IsOurs(model.GetDeclaredSymbol(property, cancellationToken)) ? property.Type : null;
                case MemberDeclarationSyntax:
                    return null;
                default:
                    break;
            }
        }

        return null;
    }

    private static TypeSyntax? TypeOf(ISymbol? symbol, CancellationToken cancellationToken) =>
        symbol is null || !IsOurs(symbol) || symbol.DeclaringSyntaxReferences.Length != 1
            ? null
            : symbol.DeclaringSyntaxReferences[0].GetSyntax(cancellationToken) switch
            {
                ParameterSyntax parameter => parameter.Type,
                PropertyDeclarationSyntax property => property.Type,
                VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1 } declaration } => declaration.Type,
                MethodDeclarationSyntax method => method.ReturnType,
                LocalFunctionStatementSyntax function => function.ReturnType,
                _ => null,
            };

    /// <summary>The declaration of what the expression reads or calls.</summary>
    private static TypeSyntax? Origin(SyntaxNode expression, SemanticModel model, CancellationToken cancellationToken)
    {
        while (expression is AwaitExpressionSyntax awaited) expression = awaited.Expression;
        return expression is IdentifierNameSyntax or MemberAccessExpressionSyntax or InvocationExpressionSyntax
            ? TypeOf(model.GetSymbolInfo(expression, cancellationToken).Symbol, cancellationToken)
            : null;
    }

    /// <summary>Whether all that uses the symbol is in the document: locals, and private members of a type with one part.</summary>
    private static bool IsOurs(ISymbol? symbol) => symbol switch
    {
        ILocalSymbol => true,
        IMethodSymbol { MethodKind: MethodKind.LocalFunction or MethodKind.AnonymousFunction } => true,
        IParameterSymbol parameter => IsOurs(parameter.ContainingSymbol),
        _ => symbol is { DeclaredAccessibility: Accessibility.Private, ContainingType.DeclaringSyntaxReferences.Length: 1 },
    };
}
