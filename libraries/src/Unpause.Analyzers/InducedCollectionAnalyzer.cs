using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>
/// Flags a <c>GC.Collect</c> of the whole heap that stops the program. Silent on generations 0 and 1, on those that don't block, on
/// <c>GCCollectionMode.Optimized</c>, where the collector decides, and on what only the caller knows.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class InducedCollectionAnalyzer : DiagnosticAnalyzer
{
    // GCCollectionMode.Optimized in every .NET.
    private const int Optimized = 2;

    private const int LastYoungGeneration = 1;

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.InducedCollection);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.Invocation);
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name != "Collect" || call.TargetMethod.ContainingType.ToDisplayString() != "System.GC") return;
        if (!call.Arguments.All(IsFull)) return;
        context.ReportDiagnostic(Diagnostic.Create(Rules.InducedCollection, call.Syntax.GetLocation()));
    }

    private static bool IsFull(IArgumentOperation argument) => argument.Parameter?.Name switch
    {
        "generation" => SingleValue.Number(argument.Value) > LastYoungGeneration
            || SingleValue.Resolve(argument.Value) is IPropertyReferenceOperation { Property.Name: "MaxGeneration" },
        "mode" => SingleValue.Number(argument.Value) is { } mode && mode != Optimized,
        "blocking" => SingleValue.Resolve(argument.Value).ConstantValue is { HasValue: true, Value: true },
        _ => true,
    };
}
