using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>Where a using may be put before a local, so that its segments go back to the pool.</summary>
internal static class UsingLocal
{
    private static readonly string[] Verbs =
        ["Compress", "Copy", "Encode", "Export", "Fill", "Read", "Render", "Save", "Serialize", "Write"];

    /// <summary>The declaration, when the stream certainly isn't used after its block.</summary>
    internal static LocalDeclarationStatementSyntax? Find(
        BaseObjectCreationExpressionSyntax creation, SemanticModel model, CancellationToken cancellationToken)
    {
        if (creation.Parent is not EqualsValueClauseSyntax
            {
                Parent.Parent: VariableDeclarationSyntax
                {
                    Variables.Count: 1, Parent: LocalDeclarationStatementSyntax { Parent: BlockSyntax or GlobalStatementSyntax } statement
                }
            })
        {
            return null;
        }

        if (!IsKnown(creation.SyntaxTree) || statement.UsingKeyword != default) return null;
        if (model.GetOperation(creation, cancellationToken) is not { } operation) return null;
        if (MemoryStreamAnalyzer.Local(operation) is not { } local) return null;
        var uses = SingleValue.References(local, operation);
        return uses.All(reference => StaysHere(reference, operation)) ? statement : null;
    }

    /// <summary>Whether the language has such declarations: C# 8 on.</summary>
    internal static bool IsKnown(SyntaxTree tree) => tree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 };

    /// <summary>Whether a call has an end that the code waits for, and gives back nothing that might keep what it got.</summary>
    internal static bool IsOver(IInvocationOperation call) =>
        call.Type is { SpecialType: >= SpecialType.System_Void and <= SpecialType.System_String } or IArrayTypeSymbol || IsAwaited(call);

    /// <summary>The declaration with the word.</summary>
    internal static SyntaxNode WithUsing(LocalDeclarationStatementSyntax statement) => statement
        .WithoutLeadingTrivia()
        .WithUsingKeyword(SyntaxFactory.Token(SyntaxKind.UsingKeyword).WithTrailingTrivia(SyntaxFactory.Space))
        .WithLeadingTrivia(statement.GetLeadingTrivia());

    /// <summary>Called itself, or given to a call that is over before the next statement; whoever is made with it may keep it.</summary>
    private static bool StaysHere(IOperation reference, IOperation creation)
    {
        for (var outer = reference.Parent; outer is not null && !outer.Syntax.Span.Contains(creation.Syntax.Span); outer = outer.Parent)
        {
            if (outer is IAnonymousFunctionOperation or ILocalFunctionOperation) return false;
        }

        var used = reference;
        while (used.Parent is IConversionOperation conversion) used = conversion;
        return used.Parent switch
        {
            IInvocationOperation call => call.Instance == used && IsOver(call),
            IPropertyReferenceOperation property => property.Instance == used,
            IArgumentOperation { Parent: IInvocationOperation call, Parameter: { RefKind: RefKind.None } parameter } =>
                IsOver(call) && !MayKeep(call.TargetMethod, parameter),
            _ => false,
        };
    }

    /// <summary>
    /// Whether the method may keep the stream, as collections and channels do, or what attaches it to something. Only of those that are
    /// called so is it clear that they write or read.
    /// </summary>
    private static bool MayKeep(IMethodSymbol method, IParameterSymbol parameter) =>
        parameter.OriginalDefinition.Type is { TypeKind: TypeKind.TypeParameter } or { SpecialType: SpecialType.System_Object }
        || !Verbs.Any(verb => method.Name.StartsWith(verb, StringComparison.Ordinal));

    /// <summary>Awaited directly, or after ConfigureAwait.</summary>
    private static bool IsAwaited(IOperation call) => call.Parent switch
    {
        IAwaitOperation => true,
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } configured => configured.Instance == call && IsAwaited(configured),
        _ => false,
    };
}
