using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Unpause.Analyzers;

/// <summary>The creation of a chunked collection in the place of what LINQ or a target-typed new made.</summary>
internal static class ChunkedCopy
{
    /// <summary>The class with what makes chunked collections of sequences.</summary>
    internal const string Extensions = "ChunkedEnumerable";

    /// <summary>source.ToList() becomes source.ToChunkedList(): all else stays as it was written, comments too.</summary>
    internal static SyntaxNode? Rewrite(InvocationExpressionSyntax call, string name) => call.Expression switch
    {
        MemberAccessExpressionSyntax { Expression: var source } access => call.WithExpression(IsEnumerable(source)
            ? SyntaxFactory.ParseExpression($"{Extensions}.To{name}").WithTriviaFrom(access)
            : access.WithName(Renamed(access.Name, name))),
        // source?.ToList()
        MemberBindingExpressionSyntax binding => call.WithExpression(binding.WithName(Renamed(binding.Name, name))),
        _ => null,
    };

    /// <summary>new(…) becomes new ChunkedList&lt;T&gt;(…), where the type is not to be had from a declaration.</summary>
    internal static SyntaxNode? Rewrite(
        ImplicitObjectCreationExpressionSyntax made, INamedTypeSymbol type, string name, SemanticModel model)
    {
        var names = type.TypeArguments.Select(argument => argument.ToMinimalDisplayString(model, made.SpanStart));
        return SyntaxFactory.ParseExpression($"new {name}<{string.Join(", ", names)}>{made.ArgumentList}{made.Initializer}")
            .WithTriviaFrom(made);
    }

    /// <summary>Enumerable.ToList(source) has the class before its name.</summary>
    private static bool IsEnumerable(ExpressionSyntax source) => source is SimpleNameSyntax { Identifier.ValueText: "Enumerable" }
        or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Enumerable" };

    private static SimpleNameSyntax Renamed(SimpleNameSyntax old, string name) =>
        old.WithIdentifier(SyntaxFactory.Identifier($"To{name}").WithTriviaFrom(old.Identifier));
}
