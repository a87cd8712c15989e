using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>
/// Flags a List, HashSet, Dictionary or LINQ's array that gets so many elements for sure that its arrays are large objects: by its
/// capacity, from a sequence with a constant count, by a spread of one, or in loops over constant ranges.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LargeCollectionAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.LargeCollection);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(AnalyzeCreation, OperationKind.ObjectCreation);
        context.RegisterOperationAction(AnalyzeCall, OperationKind.Invocation);
        context.RegisterSyntaxNodeAction(AnalyzeExpression, SyntaxKind.CollectionExpression);
    }

    /// <summary>The chunked collection that may take the place of a type.</summary>
    internal static string? Replacement(ITypeSymbol? type) => type?.OriginalDefinition.ToDisplayString(Plain) switch
    {
        "System.Collections.Generic.List<T>" => "ChunkedList",
        "System.Collections.Generic.HashSet<T>" => "ChunkedHashSet",
        "System.Collections.Generic.Dictionary<TKey, TValue>" => "ChunkedDictionary",
        _ => type is IArrayTypeSymbol { Rank: 1 } ? "ChunkedList" : null,
    };

    // Without the question marks of nullable types.
    private static readonly SymbolDisplayFormat Plain = SymbolDisplayFormat.CSharpErrorMessageFormat
        .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    private static void AnalyzeCreation(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (Replacement(creation.Type) is null) return;
        // To a comparer of one's own any elements may be equal.
        var mergesEqual = creation.Arguments.Any(argument => argument.Parameter?.Type.Name == "IEqualityComparer");
        var count = creation.Arguments.IsEmpty ? null : CountOfArgument(creation.Arguments[0], creation.Type!, mergesEqual);
        if (count is not { } enough || !ElementSize.IsLarge(creation.Type!, enough))
        {
            // An initial capacity may be small, and what is added then is not.
            count = Local(creation) is { } local ? LoopAdditions.To(local, creation, mergesEqual) : null;
        }

        Report(context.ReportDiagnostic, creation, context.ContainingSymbol, creation.Type!, count);
    }

    private static long? CountOfArgument(IArgumentOperation argument, ITypeSymbol type, bool mergesEqual)
    {
        if (argument.Parameter?.Type.SpecialType == SpecialType.System_Int32) return SingleValue.Number(argument.Value);
        var isSet = type.Name == "HashSet";
        return isSet && mergesEqual ? null : KnownCount.Find(argument.Value, distinct: isSet);
    }

    private static void AnalyzeCall(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name is not ("ToArray" or "ToDictionary" or "ToHashSet" or "ToList") || !call.IsLinq()) return;
        if (Replacement(call.Type) is null || call.Argument(0) is not { } source) return;
        var isSet = call.TargetMethod.Name == "ToHashSet";
        if (isSet && call.Arguments.Length > 1) return;
        var count = KnownCount.Find(source, distinct: isSet);
        Report(context.ReportDiagnostic, call, context.ContainingSymbol, call.Type!, count);
    }

    private static void AnalyzeExpression(SyntaxNodeAnalysisContext context)
    {
        var expression = (CollectionExpressionSyntax)context.Node;
        var type = context.SemanticModel.GetTypeInfo(expression, context.CancellationToken).ConvertedType;
        if (Replacement(type) is null) return;
        long? count = null;
        IOperation? inside = null;
        foreach (var spread in expression.Elements.OfType<SpreadElementSyntax>())
        {
            if (context.SemanticModel.GetOperation(spread.Expression, context.CancellationToken) is not { } source) continue;
            inside ??= source;
            if (KnownCount.Find(source, distinct: type!.Name == "HashSet") is not { } more) continue;
            // What two sources have in common is once in a set.
            count = type.Name == "HashSet" ? Math.Max(count ?? 0, more) : (count ?? 0) + more;
        }

        if (inside is not null) Report(context.ReportDiagnostic, inside, context.ContainingSymbol!, type!, count, expression);
    }

    private static void Report(
        Action<Diagnostic> report, IOperation operation, ISymbol containing, ITypeSymbol type, long? count, SyntaxNode? place = null)
    {
        if (count is not { } known || !ElementSize.IsLarge(type, known) || LongLived.Holds(operation, containing)) return;
        report(Diagnostic.Create(
            Rules.LargeCollection, (place ?? operation.Syntax).GetLocation(),
            type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat), known, Replacement(type)));
    }

    private static ILocalSymbol? Local(IOperation creation)
    {
        var (value, parent) = (creation, creation.Parent);
        while (parent is IConversionOperation) (value, parent) = (parent, parent.Parent);
        return parent switch
        {
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
            ISimpleAssignmentOperation { Target: ILocalReferenceOperation reference } assignment when assignment.Value == value =>
                reference.Local,
            _ => null,
        };
    }
}
