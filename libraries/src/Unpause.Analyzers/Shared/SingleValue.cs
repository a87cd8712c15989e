using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers.Shared;

/// <summary>What an expression stands for: through conversions, and through locals that are written once.</summary>
internal static class SingleValue
{
    // Locals may be initialized from each other in a circle that doesn't compile.
    private const int MaxSteps = 16;

    /// <summary>The expression behind conversions and locals.</summary>
    internal static IOperation Resolve(IOperation operation)
    {
        for (var step = 0; step < MaxSteps; step++)
        {
            operation = Unconverted(operation);
            if (operation is not ILocalReferenceOperation reference || Written(reference.Local, operation) is not { } value)
            {
                return operation;
            }

            operation = value;
        }

        return operation;
    }

    /// <summary>The expression without the conversions around it that no code runs for.</summary>
    internal static IOperation Unconverted(IOperation operation)
    {
        while (operation is IConversionOperation { OperatorMethod: null } conversion) operation = conversion.Operand;
        return operation;
    }

    /// <summary>The whole number that an expression always has, if it is known.</summary>
    internal static long? Number(IOperation operation) => Resolve(operation).ConstantValue switch
    {
        { HasValue: true, Value: int number } => number,
        { HasValue: true, Value: long number } => number,
        _ => null,
    };

    /// <summary>The outermost operation: the body of the method, the accessor or the initializer.</summary>
    internal static IOperation Root(IOperation operation)
    {
        while (operation.Parent is { } parent) operation = parent;
        return operation;
    }

    /// <summary>Every place that names the local.</summary>
    internal static IReadOnlyList<ILocalReferenceOperation> References(ILocalSymbol local, IOperation inside) =>
        LocalUses.Around(inside).FindReferences(local);

    /// <summary>Whether this place may change what the local holds.</summary>
    internal static bool Writes(IOperation reference) => reference.Parent switch
    {
        IAssignmentOperation assignment => assignment.Target == reference || assignment.IsRefAssignment(),
        IIncrementOrDecrementOperation or IAddressOfOperation => true,
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } => true,
        ITupleOperation tuple => IsTarget(tuple),
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol.RefKind: not RefKind.None } } => true,
        _ => false,
    };

    private static bool IsRefAssignment(this IAssignmentOperation assignment) => assignment is ISimpleAssignmentOperation { IsRef: true };

    private static bool IsTarget(IOperation tuple)
    {
        while (tuple.Parent is ITupleOperation outer) tuple = outer;
        return tuple.Parent is IDeconstructionAssignmentOperation assignment && assignment.Target == tuple;
    }

    /// <summary>The one value that the local is ever given, or null.</summary>
    private static IOperation? Written(ILocalSymbol local, IOperation inside)
    {
        var uses = LocalUses.Around(inside);
        if (uses.Declarator(local) is not { } declarator || local.IsRef) return null;
        var value = declarator.GetVariableInitializer()?.Value;
        foreach (var reference in uses.FindReferences(local))
        {
            if (!Writes(reference)) continue;
            if (value is not null || reference.Parent is not ISimpleAssignmentOperation { IsRef: false } assignment) return null;
            value = assignment.Value;
        }

        return value;
    }
}
