using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers;

/// <summary>Flags a local <c>new MemoryStream()</c> whose content is taken with ToArray in the same block.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryStreamAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.MemoryStream];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.ObjectCreation);
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (creation.Type?.ToDisplayString() != "System.IO.MemoryStream"
            || creation.Arguments.Any(argument => argument.Value.Type?.SpecialType != SpecialType.System_Int32))
        {
            return;
        }

        if (Local(creation) is not { } local) return;
        IOperation root = creation;
        while (root.Parent is { } parent) root = parent;
        if (!root.Descendants().Any(operation => IsToArrayOf(operation, local))) return;
        context.ReportDiagnostic(Diagnostic.Create(Rules.MemoryStream, creation.Syntax.GetLocation()));
    }

    private static ILocalSymbol? Local(IOperation creation)
    {
        var parent = creation.Parent;
        while (parent is IConversionOperation) parent = parent.Parent;
        return parent is IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } ? declarator.Symbol : null;
    }

    private static bool IsToArrayOf(IOperation operation, ILocalSymbol local) =>
        operation is IInvocationOperation { TargetMethod.Name: "ToArray", Instance: ILocalReferenceOperation reference } &&
        SymbolEqualityComparer.Default.Equals(reference.Local, local);
}
