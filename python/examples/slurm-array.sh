#!/bin/bash
# Plays experiments in parts, one per task of a Slurm array, without Ray:
#   sbatch slurm-array.sh nijssen-winands-2012/table-9 FOLDER
#   spinney experiment merge FOLDER/part-*.sqlite --store games.sqlite
#SBATCH --job-name=spinney
#SBATCH --array=1-8
#SBATCH --cpus-per-task=16
#SBATCH --time=04:00:00
# One minute before the end, to the program, which takes the place of this shell.
#SBATCH --signal=B:INT@60
set -euo pipefail
experiment=$1 folder=$2
part=${SLURM_ARRAY_TASK_ID:-1} parts=${SLURM_ARRAY_TASK_COUNT:-1}
mkdir -p "$folder"
exec spinney experiment run "$experiment" --shard "$part/$parts" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --store "$folder/part-$part.sqlite" "${@:3}"
