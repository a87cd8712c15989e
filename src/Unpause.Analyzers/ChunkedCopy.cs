using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers;

/// <summary>The creation of a chunked collection in the place of what LINQ or a target-typed new made.</summary>
internal static class ChunkedCopy
{
    /// <summary>source.ToList() becomes new ChunkedList&lt;T&gt;(source); null where the elements' type has no name.</summary>
    internal static SyntaxNode? Of(ExpressionSyntax made, ITypeSymbol type, string name, SemanticModel model)
    {
        var arguments = Arguments(type);
        if (arguments.Any(IsUnspeakable)) return null;
        var names = string.Join(", ", arguments.Select(argument => argument.ToMinimalDisplayString(model, made.SpanStart)));
        var given = made switch
        {
            ImplicitObjectCreationExpressionSyntax creation => $"{creation.ArgumentList}{creation.Initializer}",
            InvocationExpressionSyntax call => Given(call, model, names),
            _ => null,
        };
        return given is null ? null : SyntaxFactory.ParseExpression($"new {name}<{names}>{given}").WithTriviaFrom(made);
    }

    private static string? Given(InvocationExpressionSyntax call, SemanticModel model, string names)
    {
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method) return null;
        // Enumerable.ToList(source) has its source among the arguments; conditional access gives nothing when there is none.
        var all = call.ArgumentList.Arguments.Select(argument => argument.ToString()).ToList();
        if (method.ReducedFrom is not null)
        {
            if (call.Expression is not MemberAccessExpressionSyntax access) return null;
            all.Insert(0, access.Expression.ToString());
        }

        if (method.Name is "ToList" or "ToArray" || (method.Name == "ToHashSet" && all.Count <= 2)) return $"({string.Join(", ", all)})";
        return method.Name == "ToDictionary" && method.ReducedFrom is not null ? Pairs(call, all, names) : null;
    }

    /// <summary>Selectors become one of pairs, which needs that both are lambdas of one expression and the same name.</summary>
    private static string? Pairs(InvocationExpressionSyntax call, List<string> all, string names)
    {
        var lambdas = call.ArgumentList.Arguments.Select(argument => argument.Expression).OfType<SimpleLambdaExpressionSyntax>().ToList();
        var parameter = lambdas.Select(lambda => lambda.Parameter.ToString()).Distinct().ToList();
        if (lambdas.Count == 0 || parameter.Count != 1 || lambdas.Any(lambda => lambda.ExpressionBody is null)) return null;
        // The comparer is what comes after the lambdas.
        var rest = all.Skip(1 + lambdas.Count).ToList();
        if (rest.Count > 1) return null;
        var value = lambdas.Count == 2 ? lambdas[1].ExpressionBody!.ToString() : parameter[0];
        var pairs = $"{all[0]}.Select({parameter[0]} => new KeyValuePair<{names}>({lambdas[0].ExpressionBody}, {value}))";
        return rest.Count == 0 ? $"({pairs})" : $"({pairs}, {rest[0]})";
    }

    private static ITypeSymbol[] Arguments(ITypeSymbol type) =>
        type is IArrayTypeSymbol array ? [array.ElementType] : [.. ((INamedTypeSymbol)type).TypeArguments];

    private static bool IsUnspeakable(ITypeSymbol type) => type switch
    {
        { IsAnonymousType: true } => true,
        IArrayTypeSymbol array => IsUnspeakable(array.ElementType),
        INamedTypeSymbol named => named.TypeArguments.Any(IsUnspeakable),
        _ => false,
    };
}
