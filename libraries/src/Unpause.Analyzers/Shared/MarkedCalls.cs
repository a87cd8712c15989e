using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers.Shared;

/// <summary>
/// Which methods a document calls with values of a type, to hold against what it calls when the type is another: where there are
/// overloads, code that compiles may do something else. An array that params took as all arguments becomes one argument.
/// </summary>
internal sealed class MarkedCalls
{
    private readonly Dictionary<SyntaxAnnotation, (ISymbol Method, bool IsExpanded)> _called = [];

    private MarkedCalls(SyntaxNode node, ITypeSymbol type, SemanticModel model, CancellationToken cancellationToken)
    {
        var root = node.SyntaxTree.GetRoot(cancellationToken);
        var marks = new Dictionary<SyntaxNode, SyntaxAnnotation> { [node] = Mark };
        foreach (var call in root.DescendantNodes().Where(call => call != node && Values(call).Any(IsOfType)))
        {
            if (model.GetSymbolInfo(call, cancellationToken).Symbol is not { } symbol) continue;
            var mark = new SyntaxAnnotation();
            marks.Add(call, mark);
            _called.Add(mark, (symbol, IsExpanded(call, model, cancellationToken)));
        }

        Root = root.ReplaceNodes(marks.Keys, (old, current) => current.WithAdditionalAnnotations(marks[old]));

        bool IsOfType(SyntaxNode value) => SymbolEqualityComparer.Default.Equals(TypeOf(value, model, cancellationToken), type);
    }

    /// <summary>The marked root.</summary>
    internal SyntaxNode Root { get; }

    /// <summary>Where the node is in the marked root, and in what is made of it.</summary>
    internal SyntaxAnnotation Mark { get; } = new();

    /// <summary>The calls with values of the node's type.</summary>
    internal static MarkedCalls Create(SyntaxNode node, ITypeSymbol type, SemanticModel model, CancellationToken cancellationToken) =>
        new(node, type, model, cancellationToken);

    /// <summary>The type that an expression has, or gets from where it stands.</summary>
    internal static ITypeSymbol? TypeOf(SyntaxNode value, SemanticModel model, CancellationToken cancellationToken)
    {
        var info = model.GetTypeInfo(value, cancellationToken);
        return info.Type ?? info.ConvertedType;
    }

    /// <summary>Whether they call the same in the changed document, as far as they are still there.</summary>
    internal bool AreKept(SyntaxNode root, SemanticModel model, CancellationToken cancellationToken) => _called.All(
        call => root.GetAnnotatedNodes(call.Key).FirstOrDefault() is not { } now
            || model.GetSymbolInfo(now, cancellationToken).Symbol is not { } symbol
            || (IsSame(call.Value.Method, symbol) && call.Value.IsExpanded == IsExpanded(now, model, cancellationToken)));

    /// <summary>Whether the arguments are those of params each, and not its array.</summary>
    private static bool IsExpanded(SyntaxNode call, SemanticModel model, CancellationToken cancellationToken)
    {
        var arguments = model.GetOperation(call, cancellationToken) switch
        {
            IInvocationOperation invocation => invocation.Arguments,
            IObjectCreationOperation creation => creation.Arguments,
            _ => ImmutableArray<IArgumentOperation>.Empty,
        };
        return arguments.Any(argument => argument.Parameter?.IsParams == true && argument.ArgumentKind != ArgumentKind.Explicit);
    }

    private static IEnumerable<SyntaxNode> Values(SyntaxNode call)
    {
        var values = call switch
        {
            InvocationExpressionSyntax { ArgumentList: var list } => list.Arguments,
            BaseObjectCreationExpressionSyntax { ArgumentList: { } list } => list.Arguments,
            ConstructorInitializerSyntax { ArgumentList: var list } => list.Arguments,
            _ => default,
        };
        var all = values.Select(argument => (SyntaxNode)argument.Expression);
        return call is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } ? all.Append(access.Expression) : all;
    }

    /// <summary>The same method, or the same of another type: a member of the collection itself, LINQ's, or one that joins text.</summary>
    private static bool IsSame(ISymbol before, ISymbol after)
    {
        var (one, other) = (Unreduced(before), Unreduced(after));
        if (other.ContainingType.Name == "ChunkedEnumerable") return true;
        if (one.Name != other.Name) return false;
        var isOneType = one.ContainingType.ToDisplayString() == other.ContainingType.ToDisplayString();
        if (isOneType && Place(one) == Place(other)) return true;
        return one.ContainingType switch
        {
            // An array's is LINQ's, which leaves the array as it is.
            { Name: "Enumerable" or "CollectionExtensions" or "MemoryExtensions" } => one.Name != "Reverse",
            { SpecialType: SpecialType.System_String } => one.Name is "Join" or "Concat",
            _ => !isOneType && !one.IsStatic && !other.IsStatic,
        };
    }

    /// <summary>Which overload it is: the parameters of one's own may have changed with the code.</summary>
    private static int Place(ISymbol symbol) => symbol.ContainingType.GetMembers(symbol.Name).IndexOf(symbol);

    private static ISymbol Unreduced(ISymbol symbol) =>
        (symbol is IMethodSymbol { ReducedFrom: { } from } ? from : symbol).OriginalDefinition;
}
