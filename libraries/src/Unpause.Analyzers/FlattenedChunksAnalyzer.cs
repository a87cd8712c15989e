using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>
/// Flags what puts all elements of a chunked collection into one array again: LINQ's ToList, ToArray and sorting, a List made of it,
/// a spread into a List. Silent where a method asks for the array or something chose elements before, because there may be few.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FlattenedChunksAnalyzer : DiagnosticAnalyzer
{
    // As in KnownCount: longer chains are generated.
    private const int MaxDepth = 64;

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.FlattenedChunks);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(AnalyzeCall, OperationKind.Invocation);
        context.RegisterOperationAction(AnalyzeCreation, OperationKind.ObjectCreation);
        context.RegisterSyntaxNodeAction(AnalyzeExpression, SyntaxKind.CollectionExpression);
    }

    /// <summary>Whether the call sorts, for which LINQ copies everything.</summary>
    internal static bool Sorts(string method) => method is "Order" or "OrderBy" or "OrderByDescending" or "OrderDescending";

    private static void AnalyzeCall(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        var name = call.TargetMethod.Name;
        if ((name is not ("ToList" or "ToArray") && !Sorts(name)) || !call.IsLinq() || call.Argument(0) is not { } source) return;
        if (name == "ToArray" && IsAskedFor(call)) return;
        Report(context.ReportDiagnostic, call, context.ContainingSymbol, source, name);
    }

    private static void AnalyzeCreation(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (creation.Arguments.Length != 1 || creation.Type is not { Name: "List" } type) return;
        if (LargeCollectionAnalyzer.Replacement(type) is null) return;
        Report(context.ReportDiagnostic, creation, context.ContainingSymbol, creation.Arguments[0].Value, "new List");
    }

    private static void AnalyzeExpression(SyntaxNodeAnalysisContext context)
    {
        var expression = (CollectionExpressionSyntax)context.Node;
        var type = context.SemanticModel.GetTypeInfo(expression, context.CancellationToken).ConvertedType;
        if (type is not { Name: "List" } || LargeCollectionAnalyzer.Replacement(type) is null) return;
        foreach (var spread in expression.Elements.OfType<SpreadElementSyntax>())
        {
            if (context.SemanticModel.GetOperation(spread.Expression, context.CancellationToken) is not { } source) continue;
            if (Report(context.ReportDiagnostic, source, context.ContainingSymbol!, source, "a spread into List", expression)) return;
        }
    }

    private static bool Report(
        Action<Diagnostic> report, IOperation operation, ISymbol containing, IOperation source, string how, SyntaxNode? place = null)
    {
        if (Chunked(source) is not { } type || LongLived.Holds(operation, containing)) return false;
        report(Diagnostic.Create(
            Rules.FlattenedChunks, (place ?? operation.Syntax).GetLocation(), how,
            type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
        return true;
    }

    /// <summary>The chunked collection all of whose elements the expression gives; null behind a call that is flagged itself.</summary>
    private static ITypeSymbol? Chunked(IOperation source)
    {
        for (var depth = 0; depth < MaxDepth; depth++)
        {
            source = SingleValue.Unconverted(source);
            if (IsChunked(source.Type)) return source.Type;
            if (source is not IInvocationOperation call || !call.IsLinq() || call.Argument(0) is not { } before) return null;
            var name = call.TargetMethod.Name;
            if (!Linq.KeepsCount(name) || Sorts(name) || name is "ThenBy" or "ThenByDescending" or "ToArray" or "ToList") return null;
            source = before;
        }

        return null;
    }

    private static bool IsChunked(ITypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            var outermost = type;
            while (outermost.ContainingType is { } outer) outermost = outer;
            if (outermost.Name.Contains("Chunked") && outermost.ContainingNamespace.ToDisplayString() == "Unpause.Collections") return true;
        }

        return false;
    }

    /// <summary>Whether somebody else wants an array: it is passed on, returned, or put into a member.</summary>
    private static bool IsAskedFor(IOperation array)
    {
        var parent = array.Parent;
        while (parent is IConversionOperation or IConditionalOperation or ICoalesceOperation) parent = parent.Parent;
        return parent is IArgumentOperation or IReturnOperation
            or ISimpleAssignmentOperation { Target: IFieldReferenceOperation or IPropertyReferenceOperation }
            or (ISymbolInitializerOperation and not IVariableInitializerOperation);
    }
}
